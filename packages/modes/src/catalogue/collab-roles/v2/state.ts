import { z } from 'zod';
import { stateSchema as firstStateSchema } from '../state.ts';

const deliverableSchema = z.strictObject({
  object_key: z.string(),
  /** SHA-256 of its bytes at the start of the review, lowercase hex; the votes are about these bytes. */
  sha256: z.string(),
  /** Agent that submitted it; null for the platform. */
  agent_id: z.string().nullable(),
});

export type Deliverable = z.infer<typeof deliverableSchema>;

export const stateSchema = firstStateSchema.extend({
  /** Until when the platform's summary is waited for. Null before it is, and where the lead hands in. */
  integration_ends_at: z.string().nullable(),
  /** Null until it is there. */
  deliverable: deliverableSchema.nullable(),
  /** `score` is null where the vote has none. */
  votes: z.array(z.strictObject({ agent_id: z.string(), score: z.int().min(1).max(10).nullable() })),
  /** The outcome; `average` is of the scores that were given, null where none was. */
  review: z.strictObject({ votes: z.int().min(0), average: z.number().min(1).max(10).nullable() }).nullable(),
});

export type State = z.infer<typeof stateSchema>;
