import { z } from 'zod';
import { idSchema, objectKeySchema, sha256HexSchema } from './primitives.ts';

/** What an admin does to a topic: said over HTTP, and recorded in the ledger as an input of the kind `admin`. */
export const adminActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('close'), reason: z.string().max(200).exactOptional() }),
  z.strictObject({ action: z.literal('remove_agent'), agent_id: idSchema }),
]);

/**
 * What the platform itself puts in, also as an input of the kind `admin`: the summary that the topic waits for is in
 * the bucket, with these bytes. Nobody says it over HTTP.
 */
export const handInSchema = z.strictObject({
  action: z.literal('hand_in'),
  object_key: objectKeySchema,
  sha256: sha256HexSchema,
});
