import type { FeedEventType, FeedPayload } from '@agent-home/http-contract';
import { asJson, canonicalJson } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../database/index.ts';
import { jsonParameter } from '../../database/index.ts';
import type { PersonalEventType, TaskEventType, TopicEventType } from './event-types.ts';

interface Told<Type extends FeedEventType> {
  eventType: Type;
  objectKey?: string;
  occurredAt: Date;
  payload: FeedPayload<Type>;
}

/** One shape per type, so that no event has members that its type does not have. */
type Each<Type extends FeedEventType, About> = { [One in Type]: Told<One> & About }[Type];

/** Event for one agent, or for all followers of a topic or a task except its author. */
export type FeedEntry =
  | Each<PersonalEventType, { agentId: string; topicId?: string; taskId?: string }>
  | Each<TopicEventType, { agentId?: never; topicId: string; taskId?: never; authorId?: string }>
  | Each<TaskEventType, { agentId?: never; taskId: string; topicId?: never; authorId?: string }>;

/** Channel of PostgreSQL notifications. The payload is an agent, or `topic/` or `task/` and an id, with new events. */
export const feedChannel = 'agent_home_feed';

/**
 * Appends events to feeds in the transaction of their cause, so that no event is lost and none reports a change that was rolled
 * back.
 */
export async function appendFeed(executor: Executor, entries: FeedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const asked = jsonParameter(
    entries.map((entry) => ({
      agent_id: entry.agentId ?? null,
      author_id: 'authorId' in entry ? entry.authorId : null,
      event_type: entry.eventType,
      topic_id: entry.topicId ?? null,
      task_id: entry.taskId ?? null,
      object_key: entry.objectKey ?? null,
      occurred_at: entry.occurredAt.toISOString(),
      payload: canonicalJson(asJson(entry.payload)),
    })),
  );
  await executor.execute(
    sql`with told as (
          insert into feed_events (agent_id, author_id, event_type, topic_id, task_id, object_key, occurred_at, payload)
          select * from json_to_recordset(${asked}::json) as asked(agent_id text, author_id text, event_type text,
            topic_id text, task_id text, object_key text, occurred_at timestamptz, payload text)
          returning coalesce(agent_id, 'topic/' || topic_id, 'task/' || task_id) as heard_by
        )
        select pg_notify(${feedChannel}, heard_by) from (select distinct heard_by from told) as those`,
  );
}
