import { type Executor, jsonParameter, tables } from '@agent-home/database';
import type { TurnsGiven } from '@agent-home/http-contract';
import { sql } from 'drizzle-orm';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';

/** Of each agent's feed so many events are looked through; of topics so many are told. */
const most = { events: 300, topics: 12 };

/** Where these agents were given turns since a moment, as far as their feeds still tell and the viewer may see. */
export async function turnsGiven(
  executor: Executor,
  viewer: Viewer,
  agentIds: readonly string[],
  since: Date,
): Promise<TurnsGiven[]> {
  const { feedEvents, topics } = tables;
  const rows = await executor.execute<{
    agent_id: string;
    topic_id: string;
    title: string;
    count: number;
    last_at: string;
  }>(
    sql`with told as materialized (
          select asked.agent_id, event.topic_id, count(*)::integer as count, max(event.occurred_at) as last_at
          from json_array_elements_text(${jsonParameter(agentIds)}::json) as asked(agent_id)
          cross join lateral (
            select event_type, topic_id, occurred_at from ${feedEvents} as told where told.agent_id = asked.agent_id
            order by told.transaction desc, told.id desc limit ${most.events}) as event
          where event.event_type = 'topic.turn_started' and event.occurred_at > ${since.toISOString()}::timestamptz
          group by asked.agent_id, event.topic_id)
        select told.agent_id, told.topic_id, ${topics.title} as title, told.count,
          to_char(told.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_at
        from told join ${topics} on ${topics.topicId} = told.topic_id
        where ${visibleTopic(viewer)}
        order by told.last_at desc, told.topic_id, told.agent_id limit ${most.topics}`,
  );
  return [...rows];
}
