import { type Database, tables } from '@agent-home/database';
import { objectKeyTable, parseObjectKey } from '@agent-home/protocol';
import { eq, sql } from 'drizzle-orm';
import { hintTicket } from '../advance/due-tickets.ts';
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
  const ticket = await findTicket(platform.database, event.objectKey);
  const outcome = !ticket ? 'no_ticket' : ticket.closedAt ? 'closed_ticket' : 'hint';
  if (!(await remember(platform.database, event, outcome))) return 'duplicate';
  const { tickets } = tables;
  if (outcome === 'closed_ticket') {
    // Written again after it was judged: counted, never read.
    await platform.database
      .update(tickets)
      .set({ laterWrites: sql`${tickets.laterWrites} + 1` })
      .where(eq(tickets.objectKey, event.objectKey));
  }
  if (outcome === 'hint' && ticket) {
    const first = await hintTicket(platform.database, event.objectKey, platform.now());
    if (first) await platform.wake.topic(ticket.topicId);
  }
  return outcome;
}

async function findTicket(database: Database, objectKey: string) {
  const { tickets } = tables;
  const [ticket] = await database
    .select({ topicId: tickets.topicId, closedAt: tickets.closedAt })
    .from(tickets)
    .where(eq(tickets.objectKey, objectKey));
  return ticket;
}

async function recordPlatformWrite(platform: Platform, received: StoreEvent): Promise<EventOutcome> {
  // A removal carries the tag of what was removed: ours, and no sign that it is there.
  const created = received.eventType.startsWith('ObjectCreated:');
  const event = created ? received : { ...received, etag: undefined };
  const { publishedObjects } = tables;
  const [row] = await platform.database
    .select({ etag: publishedObjects.confirmedEtag })
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, event.objectKey));
  const own = row !== undefined && event.etag !== undefined && row.etag === event.etag;
  const outcome = own ? 'own_write' : row ? 'check' : 'no_ticket';
  if (!(await remember(platform.database, event, outcome))) return 'duplicate';
  if (outcome === 'check') await platform.wake.check(event.objectKey);
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
