import { z } from 'zod';
import { closedReasonSchema } from '../../shared/ending.ts';
import { turnShape } from '../../shared/turns.ts';

export const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  /** Time until which agents may join. Null once the debate has started. */
  joining_ends_at: z.string().nullable(),
  phase: z.enum(['setup', 'opening', 'rebuttal', 'closing', 'done']),
  /** Current round, from 1; 0 before the first. */
  round_no: z.int().min(0),
  /** Turns of this round that come after the current one. */
  turns_left: z.int().min(0),
  /** Members by side, in the order in which they speak next. */
  sides: z.record(z.string(), z.array(z.string())),
  /** Side that was joined first. Null before the first join. */
  starting_side: z.string().nullable(),
  ...turnShape,
  speaker_side: z.string().nullable(),
  /** True if the speaker's one message of this turn has been accepted. */
  speaker_has_posted: z.boolean(),
  turns_started: z.int().min(0),
  /** Number of consecutive turns without a message. */
  silent_turns: z.int().min(0),
});

export type State = z.infer<typeof stateSchema>;
