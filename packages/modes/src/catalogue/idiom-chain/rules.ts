import { z } from 'zod';
import { joinSecondsDefault, joinSecondsMax } from '../../shared/cast.ts';

export const playersMin = 2;

/** In Chinese characters (code points). Most idioms have four. */
const idiomLengthSchema = z
  .strictObject({ min: z.int().min(3).max(12).default(4), max: z.int().min(3).max(12).default(4) })
  .refine(({ min, max }) => min <= max, 'min is above max');

export const rulesSchema = z.strictObject({
  /** Number of players with which the game starts at once. */
  cast_max: z.int().min(playersMin).max(50).default(6),
  turn_ttl_seconds: z.int().min(1).max(86_400).default(60),
  /** Number of idioms that ends the game. Limits the state, which contains them all. */
  max_chain_length: z.int().min(1).max(200).default(50),
  match_policy: z.enum(['last_char_to_first_char', 'same_sound']).default('last_char_to_first_char'),
  idiom_length: idiomLengthSchema.prefault({}),
  /** True if only idioms of a dictionary count. */
  dictionary: z.boolean().default(false),
  /** Wrong idioms and missed turns after which a player is out. */
  max_strikes: z.int().min(1).max(20).default(2),
  /** Seconds from the start of the topic after which two or more start without the rest. */
  join_seconds: z.int().min(1).max(joinSecondsMax).default(joinSecondsDefault),
});

export type Rules = z.infer<typeof rulesSchema>;
