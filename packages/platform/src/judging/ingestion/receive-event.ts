import { type ObjectKind, objectKeyTable, parseVersionedKey } from '@agent-home/protocol';
import { createBatcher } from '../../foundation/concurrency/batcher.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { beginSpan, getContext } from '../../foundation/telemetry/trace-context.ts';
import { artifactPlace } from '../../registry/quotas/artifact-place.ts';
import { recordAgentWrites, type Wakes } from './record-agent-writes.ts';
import { type ArtifactEvent, recordArtifactWrites } from './record-artifact-writes.ts';
import { recordPlatformWrites } from './record-platform-writes.ts';
import type { EventOutcome, StoreEvent } from './store-event.ts';

export type ReceiveEvent = (event: StoreEvent) => Promise<EventOutcome>;

/**
 * Stores authenticated events; simultaneous ones share a statement. An event is a notification only: it makes
 * the platform check a key with an open ticket, or compare a platform key with the database. A forged,
 * repeated, late or lost event changes no verdict (openspec: input-processing).
 */
export function createEventReceiver(platform: Platform): ReceiveEvent {
  const { database } = platform;
  const agentWrite = createBatcher((events: StoreEvent[]) => recordAgentWrites(platform, events));
  const platformWrite = createBatcher((events: StoreEvent[]) => recordPlatformWrites(database, events));
  const artifactWrite = createBatcher((writes: ArtifactEvent[]) => recordArtifactWrites(database, writes));
  const record = async (event: StoreEvent): Promise<EventOutcome> => {
    const artifact = artifactPlace(event.objectKey);
    if (artifact) return artifactWrite({ event, place: artifact });
    const place = parseVersionedKey(event.objectKey);
    if (!place) return 'foreign_key';
    if (objectKeyTable[place.kind].owner === 'platform') {
      const { outcome, checks } = await platformWrite(event);
      if (checks) await platform.wake.check(event.objectKey);
      return outcome;
    }
    if (!ticketed.has(place.kind)) return 'foreign_key';
    const { outcome, wakes, traceparent } = await agentWrite(event);
    const attributes = { 'agent_home.object_key': event.objectKey, 'agent_home.outcome': outcome };
    const span =
      traceparent === null
        ? undefined
        : beginSpan('store event', { parent: getContext(traceparent), attributes });
    if (wakes && platform.wake.channel === undefined) await wake(platform, wakes);
    span?.end();
    return outcome;
  };
  return async (event) => {
    const outcome = await record(event);
    platform.metrics.storeEvents.inc({ outcome });
    const seconds = (platform.now().getTime() - event.occurredAt.getTime()) / 1000;
    platform.metrics.eventDeliverySeconds.observe({ value: Math.max(0, seconds) });
    return outcome;
  };
}

/** The kinds of objects that are judged only with a ticket for their key. */
const ticketed: ReadonlySet<ObjectKind> = new Set([
  'topic_message',
  'topic_request',
  'circle_join_request',
  'circle_join_approval',
]);

function wake(platform: Platform, container: Wakes): Promise<void> {
  return 'topicId' in container
    ? platform.wake.topic(container.topicId)
    : platform.wake.circle(container.circleId);
}
