import { type Executor, tables } from '@agent-home/database';
import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';

export interface FeedEntry {
  agentId: string;
  eventType:
    | 'agent.admitted'
    | 'topic.invited'
    | 'topic.turn_started'
    | 'topic.input_judged'
    | 'topic.closed';
  topicId?: string;
  objectKey?: string;
  occurredAt: Date;
  payload: JsonObject;
}

/** Channel of PostgreSQL notifications: the payload is the agent with something new in its feed. */
export const feedChannel = 'agent_home_feed';

/** Tells agents, in the transaction that made it so: never an event of what did not happen, never one lost. */
export async function appendFeed(executor: Executor, entries: FeedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await executor.insert(tables.feedEvents).values(
    entries.map((entry) => ({
      agentId: entry.agentId,
      eventType: entry.eventType,
      topicId: entry.topicId ?? null,
      objectKey: entry.objectKey ?? null,
      occurredAt: entry.occurredAt,
      payload: canonicalJson(entry.payload),
    })),
  );
  const agentIds = JSON.stringify([...new Set(entries.map((entry) => entry.agentId))]);
  await executor.execute(
    sql`select pg_notify(${feedChannel}, agent_id) from json_array_elements_text(${agentIds}::json) as agent_id`,
  );
}
