import { JsonError, parseStrictJson, sha256Hex } from '@agent-home/protocol';
import { z } from 'zod';
import { eventMoment, visibleText } from './event-fields.ts';
import type { StoreEvent } from './store-event.ts';

const s3EventsSchema = z.looseObject({
  Records: z
    .array(
      z.looseObject({
        eventName: visibleText(120),
        eventTime: z.string().max(60),
        s3: z.looseObject({
          bucket: z.looseObject({ name: z.string().max(120) }),
          object: z.looseObject({
            /** URL-encoded, with `+` for a space. */
            key: z.string().max(4096),
            eTag: visibleText(200).optional(),
            sequencer: z.string().max(60).optional(),
          }),
        }),
      }),
    )
    .max(100),
});

/**
 * Returns the events of one MinIO notification that concern our bucket. MinIO gives them no id, so the id is a hash of their
 * content: a redelivered notification is the same event.
 */
export function parseS3Events(
  body: Uint8Array,
  expected: { bucket: string; receivedAt: Date },
): StoreEvent[] | undefined {
  const parsed = s3EventsSchema.safeParse(parseJson(body));
  if (!parsed.success) return undefined;
  return parsed.data.Records.flatMap(({ eventName, eventTime, s3 }) => {
    const objectKey = decodeKey(s3.object.key);
    if (s3.bucket.name !== expected.bucket || objectKey === undefined) return [];
    const named = JSON.stringify([objectKey, eventName, eventTime, s3.object.sequencer, s3.object.eTag]);
    return [
      {
        eventId: `s3:${sha256Hex(new TextEncoder().encode(named))}`,
        objectKey,
        eventType: eventName,
        occurredAt: eventMoment(eventTime, expected.receivedAt),
        etag: s3.object.eTag?.replaceAll('"', ''),
      },
    ];
  });
}

function decodeKey(key: string): string | undefined {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return parseStrictJson(body);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
