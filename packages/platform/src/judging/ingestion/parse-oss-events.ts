import { parseStrictJson } from '@agent-home/protocol';
import { z } from 'zod';
import { eventMoment, visibleText } from './event-fields.ts';
import type { StoreEvent } from './store-event.ts';

const ossEventsSchema = z.looseObject({
  events: z
    .array(
      z.looseObject({
        eventName: visibleText(120),
        eventTime: z.string().max(60),
        oss: z.looseObject({
          bucket: z.looseObject({ name: z.string().max(120) }),
          object: z.looseObject({ key: z.string().max(2048), eTag: visibleText(200).optional() }),
        }),
      }),
    )
    .max(100),
});

/** Returns the events of one SMQ message that concern our bucket. The message id is stable over its retries. */
export function parseOssEvents(
  body: Uint8Array,
  message: { id: string; bucket: string; receivedAt: Date },
): StoreEvent[] | undefined {
  const parsed = ossEventsSchema.safeParse(parseJson(body));
  if (!parsed.success) return undefined;
  return parsed.data.events.flatMap((event, index) => {
    if (event.oss.bucket.name !== message.bucket) return [];
    return [
      {
        eventId: `smq:${message.id}:${index}`,
        objectKey: event.oss.object.key,
        eventType: event.eventName,
        occurredAt: eventMoment(event.eventTime, message.receivedAt),
        etag: event.oss.object.eTag?.replaceAll('"', ''),
      },
    ];
  });
}

function parseJson(body: Uint8Array): unknown {
  try {
    return parseStrictJson(body);
  } catch {
    return undefined;
  }
}
