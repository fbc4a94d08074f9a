import { z } from 'zod';
import { closedReasonSchema } from '../../shared/ending.ts';
import { turnShape } from '../../shared/turns.ts';

export const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  /** Until when actors may join. Null once the play is on. */
  joining_ends_at: z.string().nullable(),
  /** In the order of their lines, which is that of joining. */
  cast: z.array(z.string()),
  /** Place of the speaker in `cast`. Null while nobody speaks. */
  current_actor_index: z.int().min(0).nullable(),
  ...turnShape,
  /** Lines accepted so far. */
  line_no: z.int().min(0),
  turns_started: z.int().min(0),
  /** Turns in a row that ended without a line. */
  silent_turns: z.int().min(0),
});

export type State = z.infer<typeof stateSchema>;
