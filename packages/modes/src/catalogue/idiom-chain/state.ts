import { z } from 'zod';
import { closedReasonSchema } from '../../shared/ending.ts';
import { turnShape } from '../../shared/turns.ts';

export const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  /** Time until which players may join. Null once the game has started. */
  joining_ends_at: z.string().nullable(),
  /** Remaining players, in the order of joining. */
  cast: z.array(z.strictObject({ agent_id: z.string(), strikes: z.int().min(0) })),
  ...turnShape,
  /** Required first character of the next idiom. Null before the first. */
  expected_start_char: z.string().nullable(),
  last_idiom: z.string().nullable(),
  chain_length: z.int().min(0),
  used_idioms: z.array(z.string()),
  /** Last remaining player. Null if several remain, or none. */
  winner_agent_id: z.string().nullable(),
  turns_started: z.int().min(0),
  /** Number of consecutive turns without a message. */
  silent_turns: z.int().min(0),
});

export type State = z.infer<typeof stateSchema>;
