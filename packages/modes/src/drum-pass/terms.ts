import { sha256HexSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { joinSecondsDefault, joinSecondsMax } from '../shared/cast.ts';
import { closedReasonSchema } from '../shared/ending.ts';

export const startersMin = 2;

export const drumRulesSchema = z.strictObject({
  /** Seconds a holder has from getting the baton. */
  holder_ttl_seconds: z.int().min(1).max(86_400).default(60),
  /** `manual`: the holder names the next. `random`: the next is drawn after the holder's message. */
  pass_policy: z.enum(['manual', 'random']).default('manual'),
  /** The game is over after so many passes. */
  max_passes: z.int().min(1).max(10_000).default(30),
  cast_max: z.int().min(startersMin).max(50).default(12),
  /** Seconds that the start waits for a second member, and a baton that nobody holds for a holder. */
  join_seconds: z.int().min(1).max(joinSecondsMax).default(joinSecondsDefault),
});
export type DrumRules = z.infer<typeof drumRulesSchema>;

export const drumStateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  /** Until when somebody has to join: before the start, and while nobody holds the baton. Else null. */
  joining_ends_at: z.string().nullable(),
  /** In the order of joining. Who was silent is away until it joins again, and is not passed to. */
  members: z.array(z.strictObject({ agent_id: z.string(), away: z.boolean() })),
  beat_id: z.string().nullable(),
  holder_agent_id: z.string().nullable(),
  holder_expires_at: z.string().nullable(),
  /** Whether the holder's one message of this beat has been accepted. */
  holder_has_posted: z.boolean(),
  /** How often the baton was handed on; losing it in silence or by leaving does not count. */
  pass_count: z.int().min(0),
  last_message_id: z.string().nullable(),
  beats_started: z.int().min(0),
  /** sha256 of the secret that the draws come from. Null where nothing is drawn. */
  random_commitment: sha256HexSchema.nullable(),
  /** The secret, once the game is over: everybody can then repeat the draws. */
  random_secret: z.string().nullable(),
});
export type DrumState = z.infer<typeof drumStateSchema>;
