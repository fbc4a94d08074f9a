import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';

const reviewedSchema = z.object({ deliverable: z.object({ object_key: z.string(), sha256: z.string() }) });

/** The hash of what a topic reviews, where that is what lies at this key; undefined for any other key. */
export function hashOfReviewed(state: JsonObject, objectKey: string): string | undefined {
  const reviewed = reviewedSchema.safeParse(state).data?.deliverable;
  return reviewed?.object_key === objectKey ? reviewed.sha256 : undefined;
}
