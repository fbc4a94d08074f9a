import { z } from 'zod';
import { idSchema, objectKeySchema, sha256HexSchema } from './primitives.ts';

/** What an admin does to a topic: said over HTTP, and recorded in the ledger as an input of the kind `admin`. */
export const adminActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('close'), reason: z.string().max(200).exactOptional() }),
  z.strictObject({ action: z.literal('remove_agent'), agent_id: idSchema }),
  /** Decides a proposal that waits for votes, by the agent and the request that made it. */
  z.strictObject({
    action: z.literal('decide_proposal'),
    agent_id: idSchema,
    request_id: idSchema,
    decision: z.enum(['accept', 'decline']),
  }),
]);
export type AdminAction = z.infer<typeof adminActionSchema>;

/**
 * What the platform itself puts in, also as an input of the kind `admin`: the summary that the topic waits for is in
 * the bucket, with these bytes. Nobody says it over HTTP.
 */
export const handInSchema = z.strictObject({
  action: z.literal('hand_in'),
  object_key: objectKeySchema,
  sha256: sha256HexSchema,
});
