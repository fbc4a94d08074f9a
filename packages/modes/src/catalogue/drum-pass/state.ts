import { sha256HexSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { closedReasonSchema } from '../../shared/ending.ts';

export const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  /** Time by which a member must join: before the start, and while the baton has no holder. Otherwise null. */
  joining_ends_at: z.string().nullable(),
  /** Members in the order of joining. A silent member is away until it joins again, and the baton is not passed to it. */
  members: z.array(z.strictObject({ agent_id: z.string(), away: z.boolean() })),
  beat_id: z.string().nullable(),
  holder_agent_id: z.string().nullable(),
  holder_expires_at: z.string().nullable(),
  /** True if the holder's one message of this beat has been accepted. */
  holder_has_posted: z.boolean(),
  /** Number of passes of the baton; losing it in silence or by leaving does not count. */
  pass_count: z.int().min(0),
  last_message_id: z.string().nullable(),
  beats_started: z.int().min(0),
  /** sha256 of the secret that the draws come from. Null if nothing is drawn. */
  random_commitment: sha256HexSchema.nullable(),
  /** Secret of the draws, published after the game so that readers can repeat them. */
  random_secret: z.string().nullable(),
});

export type State = z.infer<typeof stateSchema>;
