import { z } from 'zod';
import { certifiedTextSchema } from '../parts/certified-text.ts';

/** `GET /v1/public/trust`: data that a browser needs to verify objects by itself, once it has pinned the root. */
export const trustAnswerSchema = z.object({
  /** Root set as JSON. Compare its hash with that of the home's `keys/root.json`. */
  root_set: z.record(z.string(), z.unknown()),
  keys: certifiedTextSchema,
  timestamp: certifiedTextSchema.optional(),
});
export type TrustAnswer = z.infer<typeof trustAnswerSchema>;

/** `GET /v1/keys`: the key list as stored in the bucket, for callers without a credential. */
export const keyListSchema = z.looseObject({ kind: z.literal('platform_keys') });
