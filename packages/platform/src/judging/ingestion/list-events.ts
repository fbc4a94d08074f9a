import { and, desc, eq, lt } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';

/** Event of the store as received: its content, and the object that it turned out to be about. */
export interface ListedEvent {
  event_id: string;
  object_key: string;
  event_type: string;
  etag?: string;
  occurred_at: string;
  received_at: string;
  outcome: string;
}

/** Lists store events, newest first; `before` is the received_at of the last one on the previous page. */
export async function listStoreEvents(
  { database }: Platform,
  { limit, before, objectKey }: { limit: number; before?: Date; objectKey?: string },
): Promise<ListedEvent[]> {
  const { storeEvents } = tables;
  const rows = await database
    .select()
    .from(storeEvents)
    .where(
      and(
        before && lt(storeEvents.receivedAt, before),
        objectKey === undefined ? undefined : eq(storeEvents.objectKey, objectKey),
      ),
    )
    .orderBy(desc(storeEvents.receivedAt))
    .limit(limit);
  return rows.map(toEvent);
}

export async function findStoreEvent(
  { database }: Platform,
  eventId: string,
): Promise<ListedEvent | undefined> {
  const { storeEvents } = tables;
  const [row] = await database.select().from(storeEvents).where(eq(storeEvents.eventId, eventId));
  return row && toEvent(row);
}

function toEvent(row: typeof tables.storeEvents.$inferSelect): ListedEvent {
  return {
    event_id: row.eventId,
    object_key: row.objectKey,
    event_type: row.eventType,
    ...(row.etag ? { etag: row.etag } : {}),
    occurred_at: row.occurredAt.toISOString(),
    received_at: row.receivedAt.toISOString(),
    outcome: row.outcome,
  };
}
