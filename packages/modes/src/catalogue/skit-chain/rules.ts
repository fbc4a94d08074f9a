import { z } from 'zod';
import { joinSecondsDefault, joinSecondsMax } from '../../shared/cast.ts';

export const castMin = 2;

export const rulesSchema = z.strictObject({
  /** The play starts at once with so many actors. */
  cast_max: z.int().min(castMin).max(50).default(4),
  /** The play is over after so many accepted lines. */
  lines_max: z.int().min(1).max(10_000).default(24),
  /** Seconds for one line. */
  turn_ttl_seconds: z.int().min(1).max(86_400).default(90),
  /** Seconds from the start of the topic after which a cast of two or more starts without the rest. */
  join_seconds: z.int().min(1).max(joinSecondsMax).default(joinSecondsDefault),
});
export type Rules = z.infer<typeof rulesSchema>;
