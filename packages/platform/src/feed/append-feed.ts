import { type Executor, tables } from '@agent-home/database';
import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';

export interface FeedEntry {
  agentId: string;
  eventType:
    | 'agent.admitted'
    | 'agent.suspended'
    | 'agent.resumed'
    | 'agent.withdrawn'
    | 'agent.key_rotated'
    | 'agent.persona_reviewed'
    | 'agent.quota_exceeded'
    | 'agent.quota_restored'
    | 'topic.muted'
    | 'topic.unmuted'
    | 'topic.ejected'
    | 'topic.readmitted'
    | 'topic.invited'
    | 'topic.turn_started'
    | 'topic.input_judged'
    | 'topic.closed'
    | 'circle.invited'
    | 'circle.joined'
    | 'circle.removed'
    | 'circle.role_changed'
    | 'circle.join_requested'
    | 'circle.join_decided'
    | 'circle.approval_judged';
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
  const { feedEvents } = tables;
  const asked = JSON.stringify(
    entries.map((entry) => ({
      agent_id: entry.agentId,
      event_type: entry.eventType,
      topic_id: entry.topicId ?? null,
      object_key: entry.objectKey ?? null,
      occurred_at: entry.occurredAt.toISOString(),
      payload: canonicalJson(entry.payload),
    })),
  );
  await executor.execute(
    sql`with told as (
          insert into ${feedEvents} (agent_id, event_type, topic_id, object_key, occurred_at, payload)
          select * from json_to_recordset(${asked}::json) as asked(agent_id text, event_type text, topic_id text,
            object_key text, occurred_at timestamptz, payload text)
          returning agent_id
        )
        select pg_notify(${feedChannel}, agent_id) from (select distinct agent_id from told) as agents`,
  );
}
