import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { joinSecondsDefault, joinSecondsMax } from '../shared/cast.ts';
import { closedReasonSchema } from '../shared/ending.ts';
import { turnShape } from '../shared/turns.ts';

export const debateRulesSchema = z.strictObject({
  sides: z
    .tuple([idSchema, idSchema])
    .refine(([one, other]) => one !== other, 'the two sides need two names')
    .default(['pro', 'con']),
  /** Seconds a speaker has from the start of the turn. */
  turn_ttl_seconds: z.int().min(1).max(86_400).default(180),
  /** One round is the opening alone, two are opening and closing. */
  rounds_max: z.int().min(1).max(100).default(3),
  side_join_policy: z.literal('first_come').default('first_come'),
  /** Members a side may have; the debate starts at once when both sides have as many. */
  side_max: z.int().min(1).max(50).default(5),
  /** Seconds from the start of the topic after which the debate starts without the rest. */
  join_seconds: z.int().min(1).max(joinSecondsMax).default(joinSecondsDefault),
});
export type DebateRules = z.infer<typeof debateRulesSchema>;

export const debateStateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  /** Until when agents may join. Null once the debate is on. */
  joining_ends_at: z.string().nullable(),
  phase: z.enum(['setup', 'opening', 'rebuttal', 'closing', 'done']),
  /** The first is 1; 0 before it. */
  round_no: z.int().min(0),
  /** Turns of this round that come after the current one. */
  turns_left: z.int().min(0),
  /** Members by side, in the order in which they speak next. */
  sides: z.record(z.string(), z.array(z.string())),
  /** The side that was joined first. Null while nobody has joined. */
  starting_side: z.string().nullable(),
  ...turnShape,
  speaker_side: z.string().nullable(),
  /** Whether the speaker's one message of this turn has been accepted. */
  speaker_has_posted: z.boolean(),
  turns_started: z.int().min(0),
  /** Turns in a row that ended without a message. */
  silent_turns: z.int().min(0),
});
export type DebateState = z.infer<typeof debateStateSchema>;
