import { type Database, jsonParameter, tables } from '@agent-home/database';
import { type ObjectKind, objectKeyTable, parseObjectKey } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { gather } from '../../foundation/pace/gather.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { beginSpan, contextOf } from '../../foundation/telemetry/trace-context.ts';
import { artifactPlace } from '../../registry/quotas/artifact-place.ts';
import { markWritten } from '../../registry/quotas/mark-usage.ts';

export interface StoreEvent {
  eventId: string;
  objectKey: string;
  eventType: string;
  occurredAt: Date;
  etag: string | undefined;
}

export type EventOutcome =
  | (typeof tables.storeEvents.$inferSelect)['outcome']
  | 'duplicate'
  | 'foreign_key'
  | 'artifact';

export type ReceiveEvent = (event: StoreEvent) => Promise<EventOutcome>;

/**
 * Stores authenticated events; those that come in simultaneously share a statement. An event is only a hint: it makes
 * the platform look at a key with an open ticket, or compare a platform key with the database. Forged, doubled, late
 * or lost, it changes nothing that is judged (openspec: input-processing).
 */
export function openEventReceiver(platform: Platform): ReceiveEvent {
  const { database } = platform;
  const agentWrite = gather((events: StoreEvent[]) => recordAgentWrites(platform, events));
  const platformWrite = gather((events: StoreEvent[]) => recordPlatformWrites(database, events));
  const record = async (event: StoreEvent): Promise<EventOutcome> => {
    const artifact = artifactPlace(event.objectKey);
    if (artifact) {
      await markWritten(database, artifact);
      return 'artifact';
    }
    const place = parseObjectKey(event.objectKey);
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
        : beginSpan('store event', { parent: contextOf(traceparent), attributes });
    if (wakes) await wake(platform, wakes);
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

interface AgentWrite {
  outcome: EventOutcome;
  wakes: Wakes | undefined;
  /** The trace of the request for credentials that led to this write. */
  traceparent: string | null;
}

/** The container that a worker has to be woken for. */
type Wakes = { topicId: string } | { circleId: string };

function wake(platform: Platform, container: Wakes): Promise<void> {
  return 'topicId' in container
    ? platform.wake.topic(container.topicId)
    : platform.wake.circle(container.circleId);
}

/** The events as one JSON parameter of a statement. */
function asked(events: StoreEvent[]): string {
  const rows = events.map(({ eventId, objectKey, eventType, occurredAt, etag }) => ({
    event_id: eventId,
    object_key: objectKey,
    event_type: eventType,
    etag: etag ?? null,
    occurred_at: occurredAt.toISOString(),
  }));
  return jsonParameter(rows);
}

const eventColumns = sql`event(event_id text, object_key text, event_type text, etag text, occurred_at timestamptz)`;

/**
 * Stores events about agents' objects and marks the open tickets of their keys as hinted. Only a ticket's first hint
 * wakes a worker: that worker also finds later hints and looks again, so a flood of events makes one wake-up. A write
 * after the key was judged is counted and never read.
 */
async function recordAgentWrites(
  { database, config, now }: Platform,
  events: StoreEvent[],
): Promise<AgentWrite[]> {
  const { tickets, storeEvents } = tables;
  const heardAt = now().toISOString();
  // The wake-up may be lost or its worker meet an outage, so the sweep is to look soon, however old the ticket is.
  const patience = sql`${heardAt}::timestamptz + make_interval(secs => ${config.sweepFirstSeconds}::float8)`;
  const rows = await database.execute<{
    event_id: string;
    outcome: EventOutcome;
    wakes: boolean;
    topic_id: string | null;
    circle_id: string | null;
    traceparent: string | null;
  }>(
    sql`with event as (
          select distinct on (event_id) * from json_to_recordset(${asked(events)}::json) as ${eventColumns}
        ), ticket as (
          select object_key, agent_id, topic_id, circle_id, closed_at, hinted_at, traceparent from ${tickets}
          where object_key in (select object_key from event) order by object_key for update
        ), remembered as (
          insert into ${storeEvents} (event_id, object_key, event_type, etag, occurred_at, outcome)
          select event_id, object_key, event_type, etag, occurred_at,
            case when agent_id is null then 'no_ticket' when closed_at is null then 'hint' else 'closed_ticket' end
          from event left join ticket using (object_key)
          on conflict do nothing
          returning event_id, object_key, outcome
        ), looked as (
          update ${tickets} as noted
          set hinted_at = case when count.hints > 0 then ${heardAt}::timestamptz else noted.hinted_at end,
            sweep_at = case when count.hints > 0 then least(noted.sweep_at, ${patience}) else noted.sweep_at end,
            later_writes = noted.later_writes + count.later
          from (
            select object_key, count(*) filter (where outcome = 'hint') as hints,
              count(*) filter (where outcome = 'closed_ticket') as later
            from remembered group by object_key
          ) as count
          where noted.object_key = count.object_key
        )
        select event_id, outcome, outcome = 'hint' and hinted_at is null as wakes, topic_id, circle_id, traceparent
        from remembered left join ticket using (object_key)`,
  );
  const found = new Map(rows.map((row) => [row.event_id, row]));
  return events.map(({ eventId }) => {
    const row = found.get(eventId);
    if (!row) return { outcome: 'duplicate', wakes: undefined, traceparent: null };
    const { outcome, topic_id: topicId, circle_id: circleId, traceparent } = row;
    if (!row.wakes) return { outcome, wakes: undefined, traceparent };
    const wakes = topicId !== null ? { topicId } : circleId !== null ? { circleId } : undefined;
    return { outcome, wakes, traceparent };
  });
}

/**
 * Stores events about platform keys. One with the tag of the confirmed bytes tells of our own put. For any other the
 * key has to be checked: at once, or where a put of ours is under way, by that put's confirmation or by the sweep.
 */
async function recordPlatformWrites(
  database: Database,
  events: StoreEvent[],
): Promise<{ outcome: EventOutcome; checks: boolean }[]> {
  const { publishedObjects, storeEvents } = tables;
  const rows = await database.execute<{ event_id: string; outcome: EventOutcome; checks: boolean }>(
    sql`with event as (
          select distinct on (event_id) * from json_to_recordset(${asked(events.map(withoutRemovedTag))}::json) as ${eventColumns}
        ), remembered as (
          insert into ${storeEvents} (event_id, object_key, event_type, etag, occurred_at, outcome)
          select event_id, object_key, event_type, etag, occurred_at,
            case when known.object_key is null then 'no_ticket'
              when known.confirmed_etag = etag then 'own_write' else 'check' end
          from event left join ${publishedObjects} as known using (object_key)
          on conflict do nothing
          returning event_id, object_key, outcome
        )
        select event_id, outcome,
          outcome = 'check' and known.version is not distinct from known.confirmed_version as checks
        from remembered left join ${publishedObjects} as known using (object_key)`,
  );
  const found = new Map(rows.map((row) => [row.event_id, row]));
  return events.map(({ eventId }) => found.get(eventId) ?? { outcome: 'duplicate', checks: false });
}

/** Leaves out the tag of a removal: it is that of the removed object, and would pass for our own put of it. */
function withoutRemovedTag(event: StoreEvent): StoreEvent {
  return event.eventType.startsWith('ObjectCreated:') ? event : { ...event, etag: undefined };
}
