import { parseOssEvents } from './parse-oss-events.ts';
import { parseS3Events } from './parse-s3-events.ts';
import type { StoreEvent } from './store-event.ts';

export type EventSource = 'smq' | 's3';

/** Returns the events in one authenticated message; undefined if it cannot be parsed. */
export function parseEvents(
  source: string,
  body: Uint8Array,
  message: { messageId: string; bucket: string; receivedAt: Date },
): StoreEvent[] | undefined {
  const { messageId: id, bucket, receivedAt } = message;
  if (source === 'smq') return parseOssEvents(body, { id, bucket, receivedAt });
  return source === 's3' ? parseS3Events(body, { bucket, receivedAt }) : undefined;
}
