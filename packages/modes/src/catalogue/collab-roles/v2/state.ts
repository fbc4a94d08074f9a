import { z } from 'zod';
import { stateSchema as firstStateSchema } from '../state.ts';

const deliverableSchema = z.strictObject({
  object_key: z.string(),
  /** SHA-256 of the deliverable's bytes at the start of the review, lowercase hex. The votes refer to these bytes. */
  sha256: z.string(),
  /** Agent that submitted it; null for the platform. */
  agent_id: z.string().nullable(),
});

export type Deliverable = z.infer<typeof deliverableSchema>;

export const stateSchema = firstStateSchema.extend({
  /** Deadline for the platform's summary. Null before the wait, and if the lead hands in. */
  integration_ends_at: z.string().nullable(),
  /** Null until it is submitted. */
  deliverable: deliverableSchema.nullable(),
  /** `score` is null for a vote without one. */
  votes: z.array(z.strictObject({ agent_id: z.string(), score: z.int().min(1).max(10).nullable() })),
  /** Outcome; `average` is of the given scores, null without any. */
  review: z.strictObject({ votes: z.int().min(0), average: z.number().min(1).max(10).nullable() }).nullable(),
});

export type State = z.infer<typeof stateSchema>;
