import { sha256Hex } from '@agent-home/protocol';
import type { Platform } from '../../foundation/platform/platform.ts';
import { recordFailure } from '../../foundation/platform/record-failure.ts';
import { type EventSource, parseEvents } from './parse-events.ts';
import type { ReceiveEvent } from './receive-event.ts';

const keptBytes = 64 * 1024;

/**
 * Receives a message of an authenticated sender and stores its events. An unreadable one is stored as a failure
 * for operators, since the sender could only repeat it; then returns false.
 */
export async function receiveMessage(
  platform: Platform,
  receive: ReceiveEvent,
  message: { source: EventSource; messageId?: string; body: Uint8Array },
): Promise<boolean> {
  const { source, body } = message;
  const messageId = message.messageId ?? sha256Hex(body);
  const { bucket } = platform.config.store;
  const events = parseEvents(source, body, { messageId, bucket, receivedAt: platform.now() });
  if (events) {
    await Promise.all(events.map(receive));
    return true;
  }
  await recordFailure(platform, {
    kind: 'event',
    subject: `${source} ${messageId}`,
    error: new Error(`${body.length} bytes that are no event message of this store`),
    body: body.subarray(0, keptBytes),
  });
  return false;
}
