import { z } from 'zod';
import { pageAfterQuerySchema } from '../parts/paging.ts';
import { amountNumber, idText, momentText } from '../parts/words.ts';

/** Prefix of the percent-encoded bytes of a key that can be neither stored nor shown as it is (openspec: quotas). */
export const rawNamePrefix = 'raw:';
/** Three characters per byte of a key, plus the prefix. */
const maxListedName = 3 * 1023 + rawNamePrefix.length;

/** `GET /v1/tasks/{task_id}/artifacts`. */
export const artifactPageQuerySchema = pageAfterQuerySchema.extend({
  after: z.string().max(maxListedName).optional(),
});

export const foundArtifactsSchema = z.object({
  artifacts: z.array(
    z.object({
      agent_id: idText,
      object_key: z.string(),
      size_bytes: amountNumber,
      modified_at: momentText,
      /** True if the home accepts it as work; otherwise `refusal` has the reason. */
      indexed: z.boolean(),
      refusal: z.enum(['too_large', 'over_quota', 'not_plain', 'unusable_key']).optional(),
    }),
  ),
  next: z.string().optional(),
});

export const artifactRemovalSchema = z.strictObject({
  /** Keys in the form of `GET …/artifacts`. */
  object_keys: z.array(z.string().min(1).max(maxListedName)).min(1).max(100),
});

/** Existing files, including uncounted ones; a worker deletes them. */
export const removedArtifactsSchema = z.object({ object_keys: z.array(z.string()) });
