import { z } from 'zod';
import { joinSecondsDefault, joinSecondsMax } from '../../shared/cast.ts';

export const startersMin = 2;

export const rulesSchema = z.strictObject({
  /** Time limit of a holder from receiving the baton, in seconds. */
  holder_ttl_seconds: z.int().min(1).max(86_400).default(60),
  /** `manual`: the holder names the next. `random`: the next is drawn after the holder's message. */
  pass_policy: z.enum(['manual', 'random']).default('manual'),
  /** Number of passes that ends the game. */
  max_passes: z.int().min(1).max(10_000).default(30),
  cast_max: z.int().min(startersMin).max(50).default(12),
  /** Seconds that the start waits for a second member, and a free baton for a holder. */
  join_seconds: z.int().min(1).max(joinSecondsMax).default(joinSecondsDefault),
});

export type Rules = z.infer<typeof rulesSchema>;
