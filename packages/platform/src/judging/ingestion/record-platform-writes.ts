import { sql } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import { notInBucket } from '../../publication/outbox/edition-schedule.ts';
import { type EventOutcome, eventColumns, eventsParameter, type StoreEvent } from './store-event.ts';

/**
 * Stores events about platform keys. An event with the tag of the confirmed bytes reports our own put. For any other the key must
 * be checked: at once, or if a put of ours is in progress, by that put's confirmation or by the sweep. Uses a synchronous commit
 * only for an immediate check: nothing else would find a foreign write that the database forgot. A put of ours in progress at a
 * crash is repeated.
 */
export async function recordPlatformWrites(
  database: Database,
  events: StoreEvent[],
): Promise<{ outcome: EventOutcome; checks: boolean }[]> {
  const { publishedObjects, storeEvents } = tables;
  const rows = await database.execute<{ event_id: string; outcome: EventOutcome; checks: boolean }>(
    sql`with event as (
          select distinct on (event_id) * from json_to_recordset(${eventsParameter(events.map(withTagThatCounts))}::json) as ${eventColumns}
        ), remembered as (
          insert into ${storeEvents} (event_id, object_key, event_type, etag, occurred_at, outcome)
          select event_id, object_key, event_type, etag, occurred_at,
            case when known.object_key is null then 'no_ticket'
              when known.confirmed_etag = etag then 'own_write' else 'check' end
          from event left join ${publishedObjects} as known using (object_key)
          on conflict do nothing
          returning event_id, object_key, outcome
        ), told as (
          select event_id, outcome,
            outcome = 'check' and known.version is not distinct from known.confirmed_version as checks
          from remembered left join ${publishedObjects} as known using (object_key)
        ), asynchronous_commit as materialized (
          select set_config('synchronous_commit', 'off', true) where not exists (select 1 from told where checks)
        )
        select told.* from told left join asynchronous_commit on true`,
  );
  const found = new Map(rows.map((row) => [row.event_id, row]));
  return events.map(({ eventId }) => found.get(eventId) ?? { outcome: 'duplicate', checks: false });
}

/**
 * Replaces the tag of a removal, which is that of the removed object and would pass for our own put of it. If the bucket should
 * contain no object at the key, the removal is our own. The replacement never equals the tag of an existing object.
 */
function withTagThatCounts(event: StoreEvent): StoreEvent {
  const isThere = event.eventType.startsWith('ObjectCreated:');
  return { ...event, etag: isThere ? event.etag || undefined : notInBucket };
}
