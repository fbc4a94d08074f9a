import { type Database, tables } from '@agent-home/database';
import type { JsonObject } from '@agent-home/protocol';
import { and, asc, eq, sql } from 'drizzle-orm';

export interface FeedEvent {
  event_id: string;
  event_type: string;
  topic_id: string | null;
  object_key: string | null;
  occurred_at: string;
  payload: JsonObject;
}

/** The oldest events this agent has not acknowledged. */
export async function readFeed(database: Database, agentId: string, limit: number): Promise<FeedEvent[]> {
  const { feedEvents } = tables;
  const rows = await database
    .select()
    .from(feedEvents)
    .where(eq(feedEvents.agentId, agentId))
    .orderBy(asc(feedEvents.id))
    .limit(limit);
  return rows.map((row) => ({
    event_id: String(row.id),
    event_type: row.eventType,
    topic_id: row.topicId,
    object_key: row.objectKey,
    occurred_at: row.occurredAt.toISOString(),
    payload: JSON.parse(row.payload) as JsonObject,
  }));
}

/**
 * Consumes events one by one, never "all up to": events of transactions that commit late have lower ids than
 * some already read, and would be lost.
 */
export async function acknowledgeFeed(
  database: Database,
  agentId: string,
  eventIds: string[],
): Promise<number> {
  const { feedEvents } = tables;
  const removed = await database
    .delete(feedEvents)
    .where(
      and(
        eq(feedEvents.agentId, agentId),
        sql`${feedEvents.id} in (select json_array_elements_text(${JSON.stringify(eventIds.map(Number))}::json)::bigint)`,
      ),
    )
    .returning({ id: feedEvents.id });
  return removed.length;
}
