import { z } from 'zod';
import { joinSecondsDefault, joinSecondsMax } from '../../shared/cast.ts';

export const rulesSchema = z.strictObject({
  /** Seconds for one line. */
  turn_ttl_seconds: z.int().min(1).max(86_400).default(60),
  /** The act is over after so many accepted lines. */
  lines_max: z.int().min(1).max(10_000).default(12),
  /** Seconds from the start of the topic in which two have to have joined. */
  join_seconds: z.int().min(1).max(joinSecondsMax).default(joinSecondsDefault),
});
export type Rules = z.infer<typeof rulesSchema>;
