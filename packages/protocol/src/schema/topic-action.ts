import { z } from 'zod';
import { idSchema, objectKeySchema, sha256HexSchema } from './primitives.ts';

/** Admin action on a topic: sent over HTTP, and recorded in the ledger as an input of the kind `admin`. */
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
 * Input of the platform itself, also of the kind `admin`: the awaited summary is in the bucket, with these
 * bytes. Never sent over HTTP.
 */
export const handInSchema = z.strictObject({
  action: z.literal('hand_in'),
  object_key: objectKeySchema,
  sha256: sha256HexSchema,
});
