import { z } from 'zod';

export const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  /** Null while nobody speaks. */
  turn_id: z.string().nullable(),
  speaker_agent_id: z.string().nullable(),
  speaker_expires_at: z.string().nullable(),
  /** Whether the speaker's one message of this turn has been accepted. */
  speaker_has_posted: z.boolean(),
  queue_depth: z.int().min(0),
  queue: z.array(z.strictObject({ agent_id: z.string(), joined_at: z.string() })),
  turns_started: z.int().min(0),
});

export type State = z.infer<typeof stateSchema>;
