import { sql } from 'drizzle-orm';
import { jsonParameter, type tables } from '../../database/index.ts';

/** Event of the store about a key. The id is stable: a repeated event has the same id. */
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
  | 'unrecorded';

/** Returns the events as one JSON parameter of a statement. */
export function eventsParameter(events: StoreEvent[]): string {
  const rows = events.map(({ eventId, objectKey, eventType, occurredAt, etag }) => ({
    event_id: eventId,
    object_key: objectKey,
    event_type: eventType,
    etag: etag ?? null,
    occurred_at: occurredAt.toISOString(),
  }));
  return jsonParameter(rows);
}

/** Columns of that parameter in the form for `json_to_recordset`. */
export const eventColumns = sql`event(event_id text, object_key text, event_type text, etag text, occurred_at timestamptz)`;
