import { type Database, tables } from '@agent-home/database';
import { objectKeyTable, parseObjectKey } from '@agent-home/protocol';
import { eq, sql } from 'drizzle-orm';
import type { Platform } from '../platform.ts';

export interface StoreEvent {
  eventId: string;
  objectKey: string;
  eventType: string;
  occurredAt: Date;
  etag: string | undefined;
}

export type EventOutcome = (typeof tables.storeEvents.$inferSelect)['outcome'] | 'duplicate' | 'foreign_key';

/**
 * Takes one authenticated event in. It is a hint and nothing more: it can make the platform look at a key there
 * is an open ticket for, or compare a platform key with the database. Forged, doubled, late or lost, it changes
 * nothing that is judged (openspec: input-processing).
 */
export async function receiveEvent(platform: Platform, event: StoreEvent): Promise<EventOutcome> {
  const outcome = await recordEvent(platform, event);
  platform.metrics.storeEvents.inc({ outcome });
  return outcome;
}

async function recordEvent(platform: Platform, event: StoreEvent): Promise<EventOutcome> {
  const place = parseObjectKey(event.objectKey);
  if (!place) return 'foreign_key';
  if (objectKeyTable[place.kind].owner === 'platform') return recordPlatformWrite(platform, event);
  if (place.kind !== 'topic_message' && place.kind !== 'topic_request') return 'foreign_key';
  return recordAgentWrite(platform, event);
}

/**
 * One statement: the event, and the hint on its key's open ticket. Only the first hint wakes: whoever is on the way
 * to look finds a later one and looks again, so a flood of events makes one wake-up. A key written again after it was
 * judged is counted, never read.
 */
async function recordAgentWrite(platform: Platform, event: StoreEvent): Promise<EventOutcome> {
  const { tickets, storeEvents } = tables;
  const { eventId, objectKey, eventType, occurredAt, etag } = event;
  const [row] = await platform.database.execute<{
    outcome: EventOutcome | null;
    first: boolean | null;
    topic_id: string | null;
  }>(
    sql`with ticket as (
          select object_key, topic_id, closed_at, hinted_at from ${tickets}
          where ${tickets.objectKey} = ${objectKey} for update
        ), remembered as (
          insert into ${storeEvents} (event_id, object_key, event_type, etag, occurred_at, outcome)
          select ${eventId}, ${objectKey}, ${eventType}, ${etag ?? null}, ${occurredAt.toISOString()}::timestamptz,
            case when ticket.object_key is null then 'no_ticket'
              when ticket.closed_at is null then 'hint' else 'closed_ticket' end
          from (values (1)) as one left join ticket on true
          on conflict do nothing
          returning outcome
        ), looked as (
          update ${tickets} as noted
          set hinted_at = case when outcome = 'hint' then ${platform.now().toISOString()}::timestamptz else noted.hinted_at end,
            later_writes = noted.later_writes + case when outcome = 'hint' then 0 else 1 end
          from remembered where noted.object_key = ${objectKey} and outcome <> 'no_ticket'
        )
        select (select outcome from remembered) as outcome, hinted_at is null as first, topic_id
        from (values (1)) as one left join ticket on true`,
  );
  if (!row?.outcome) return 'duplicate';
  if (row.outcome === 'hint' && row.first && row.topic_id) await platform.wake.topic(row.topic_id);
  return row.outcome;
}

async function recordPlatformWrite(platform: Platform, received: StoreEvent): Promise<EventOutcome> {
  // A removal carries the tag of what was removed: ours, and no sign that it is there.
  const created = received.eventType.startsWith('ObjectCreated:');
  const event = created ? received : { ...received, etag: undefined };
  const { publishedObjects } = tables;
  const [row] = await platform.database
    .select({
      etag: publishedObjects.confirmedEtag,
      version: publishedObjects.version,
      confirmedVersion: publishedObjects.confirmedVersion,
    })
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, event.objectKey));
  const own = row !== undefined && event.etag !== undefined && row.etag === event.etag;
  const outcome = own ? 'own_write' : row ? 'check' : 'no_ticket';
  if (!(await remember(platform.database, event, outcome))) return 'duplicate';
  // While a put of ours is under way its confirmation answers the event, or else the sweep.
  if (outcome === 'check' && row?.version === row?.confirmedVersion)
    await platform.wake.check(event.objectKey);
  return outcome;
}

/** False for an event that was here before. */
async function remember(
  database: Database,
  event: StoreEvent,
  outcome: (typeof tables.storeEvents.$inferInsert)['outcome'],
): Promise<boolean> {
  const { eventId, objectKey, eventType, occurredAt, etag } = event;
  const rows = await database
    .insert(tables.storeEvents)
    .values({ eventId, objectKey, eventType, occurredAt, etag: etag ?? null, outcome })
    .onConflictDoNothing()
    .returning({ eventId: tables.storeEvents.eventId });
  return rows.length === 1;
}
