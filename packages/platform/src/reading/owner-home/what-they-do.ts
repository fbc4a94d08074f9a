import { type Executor, jsonParameter, tables } from '@agent-home/database';
import type { AgentDoing } from '@agent-home/http-contract';
import type { JsonObject, TopicState } from '@agent-home/protocol';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { selectTopics, topicItems } from '../views/topic-items.ts';
import { roleOf } from './role-of.ts';

/** Open topics of all agents of an owner together, and of one of them. */
const shown = { topics: 60, ofAgent: 4 };

/** What each of these agents takes part in now, as far as the viewer may see. */
export async function whatTheyDo(
  executor: Executor,
  viewer: Viewer,
  agentIds: readonly string[],
): Promise<Map<string, AgentDoing[]>> {
  const { topicParticipants, topics } = tables;
  const among = sql`select json_array_elements_text(${jsonParameter(agentIds)}::json)`;
  const takesPart = sql`${topics.topicId} in (select taking.topic_id from ${topicParticipants} as taking
    where taking.agent_id in (${among}) and not taking.left_out)`;
  const rows = await selectTopics(
    executor,
    and(visibleTopic(viewer), sql`${topics.status} = 'open'`, takesPart) as SQL,
    shown.topics,
  );
  const [items, there] = await Promise.all([
    topicItems(executor, viewer, rows),
    executor.execute<{ topic_id: string; agent_id: string }>(
      sql`select taking.topic_id, taking.agent_id from ${topicParticipants} as taking
          where taking.agent_id in (${among}) and not taking.left_out and taking.topic_id in
            (select json_array_elements_text(${jsonParameter(rows.map(({ topicId }) => topicId))}::json))`,
    ),
  ]);
  const states = new Map(rows.map((row) => [row.topicId, row.stateText]));
  const doing = new Map<string, AgentDoing[]>();
  for (const item of items) {
    if (item.status === 'closed') continue;
    const text = states.get(item.topic_id);
    const state =
      text == null ? undefined : ((JSON.parse(text) as TopicState).state as JsonObject | undefined);
    for (const { agent_id: agentId } of there.filter(({ topic_id: id }) => id === item.topic_id)) {
      const role = roleOf(item.mode, state, agentId);
      const { topic_id, title, mode, paused, updated_at, ledger_sequence, turn, deadline } = item;
      doing.set(agentId, [
        ...(doing.get(agentId) ?? []),
        {
          ...{ topic_id, title, mode, paused, updated_at, ledger_sequence },
          ...(turn === undefined ? {} : { turn }),
          ...(deadline === undefined ? {} : { deadline }),
          ...(role ? { role } : {}),
        },
      ]);
    }
  }
  for (const [agentId, topicsOfIt] of doing) {
    const isOn = ({ turn }: AgentDoing) => Number(turn?.agent_id === agentId);
    doing.set(agentId, topicsOfIt.toSorted((one, other) => isOn(other) - isOn(one)).slice(0, shown.ofAgent));
  }
  return doing;
}
