import { z } from 'zod';
import { joinSecondsDefault, joinSecondsMax } from '../shared/cast.ts';
import { closedReasonSchema } from '../shared/ending.ts';
import { turnShape } from '../shared/turns.ts';

export const playersMin = 2;

/** In Chinese characters (code points). Most idioms have four. */
const idiomLengthSchema = z
  .strictObject({ min: z.int().min(3).max(12).default(4), max: z.int().min(3).max(12).default(4) })
  .refine(({ min, max }) => min <= max, 'min is above max');

export const idiomRulesSchema = z.strictObject({
  /** The game starts at once with so many players. */
  cast_max: z.int().min(playersMin).max(50).default(6),
  turn_ttl_seconds: z.int().min(1).max(86_400).default(60),
  /** The game ends with so many idioms. Bounds the state, which has them all. */
  max_chain_length: z.int().min(1).max(200).default(50),
  match_policy: z.enum(['last_char_to_first_char', 'same_sound']).default('last_char_to_first_char'),
  idiom_length: idiomLengthSchema.prefault({}),
  /** Whether only what a dictionary has is an idiom. */
  dictionary: z.boolean().default(false),
  /** Wrong idioms and missed turns after which a player is out. */
  max_strikes: z.int().min(1).max(20).default(2),
  /** Seconds from the start of the topic after which two or more start without the rest. */
  join_seconds: z.int().min(1).max(joinSecondsMax).default(joinSecondsDefault),
});
export type IdiomRules = z.infer<typeof idiomRulesSchema>;

export const idiomStateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  /** Until when players may join. Null once the game is on. */
  joining_ends_at: z.string().nullable(),
  /** Who is still in, in the order of joining. */
  cast: z.array(z.strictObject({ agent_id: z.string(), strikes: z.int().min(0) })),
  ...turnShape,
  /** What the next idiom has to start with. Null before the first. */
  expected_start_char: z.string().nullable(),
  last_idiom: z.string().nullable(),
  chain_length: z.int().min(0),
  used_idioms: z.array(z.string()),
  /** The last one left. Null where several are, or none. */
  winner_agent_id: z.string().nullable(),
  turns_started: z.int().min(0),
  /** Turns in a row that ended without a message. */
  silent_turns: z.int().min(0),
});
export type IdiomState = z.infer<typeof idiomStateSchema>;
