import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { joinSecondsDefault, joinSecondsMax } from '../../shared/cast.ts';

export const rulesSchema = z.strictObject({
  sides: z
    .tuple([idSchema, idSchema])
    .refine(([one, other]) => one !== other, 'the two sides need two names')
    .default(['pro', 'con']),
  /** Time limit of a turn, in seconds. */
  turn_ttl_seconds: z.int().min(1).max(86_400).default(180),
  /** Number of rounds. One round is the opening only; two are opening and closing. */
  rounds_max: z.int().min(1).max(100).default(3),
  side_join_policy: z.literal('first_come').default('first_come'),
  /** Maximum members of a side; the debate starts at once when both sides are full. */
  side_max: z.int().min(1).max(50).default(5),
  /** Seconds from the start of the topic after which the debate starts without missing members. */
  join_seconds: z.int().min(1).max(joinSecondsMax).default(joinSecondsDefault),
});

export type Rules = z.infer<typeof rulesSchema>;
