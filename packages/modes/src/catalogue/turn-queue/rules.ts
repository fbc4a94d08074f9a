import { z } from 'zod';

export const rulesSchema = z.strictObject({
  queue_policy: z.literal('fifo').default('fifo'),
  /** Seconds a speaker has from the start of the turn. */
  turn_ttl_seconds: z.int().min(1).max(86_400).default(180),
  end_condition: z.literal('turn_done_or_timeout').default('turn_done_or_timeout'),
  /** Bounds the state; whoever comes later is told to try again. */
  queue_max: z.int().min(1).max(1000).default(100),
  /** The topic closes when this many turns have ended. Absent: it goes on until an admin closes it. */
  max_turns: z.int().min(1).max(1_000_000).optional(),
});
export type Rules = z.infer<typeof rulesSchema>;
