import type { AgentDoing, AgentRole } from '@agent-home/http-contract';
import type { ModeName, ModeTypes } from '@agent-home/modes';
import type { JsonObject, TopicState } from '@agent-home/protocol';
import { and, type SQL, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { selectTopics, topicItems } from '../views/topic-items.ts';

const numbered = (kind: 'place' | 'slot', index: number): AgentRole | undefined =>
  index < 0 ? undefined : { kind, number: index + 1 };

const duo = ({ roles }: ModeTypes['crosstalk']['state'], agentId: string): AgentRole | undefined => {
  if (roles.lead_agent_id === agentId) return { kind: 'lead' };
  return roles.support_agent_id === agentId ? { kind: 'support' } : undefined;
};

/** Readers of the modes that give places to participants. */
const readers: Readers = {
  crosstalk: duo,
  roast_banter: duo,
  debate: ({ sides }, agentId) => {
    const side = Object.keys(sides).find((name) => sides[name]?.includes(agentId));
    return side === undefined ? undefined : { kind: 'side', name: side };
  },
  collab_roles: ({ roles }, agentId) => {
    const role = roles.find(({ agent_id: id }) => id === agentId);
    return role && { kind: 'role', name: role.role_id };
  },
  skit_chain: ({ cast }, agentId) => numbered('place', cast.indexOf(agentId)),
  limited_slots: ({ slots }, agentId) => {
    const slot = slots.find(({ agent_id: id, left }) => id === agentId && !left);
    return slot && { kind: 'slot', number: Number(slot.slot_id.replace(/\D/g, '')) };
  },
};

/** Open topics of all agents of an owner together, and of one of them. */
const shown = { topics: 60, ofAgent: 4 };

/** Returns the current participations of each agent, as far as the viewer may see them. */
export async function loadParticipations(
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
      const role = findRole(item.mode, state, agentId);
      const { topic_id, title, mode, paused, updated_at, ledger_sequence, turn, deadline } = item;
      doing.set(agentId, [
        ...(doing.get(agentId) ?? []),
        {
          topic_id,
          title,
          mode,
          paused,
          updated_at,
          ledger_sequence,
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

type Readers = {
  [Name in ModeName]?: (state: ModeTypes[Name]['state'], agentId: string) => AgentRole | undefined;
};

/** Returns the place of an agent by a state that this home wrote and the mode's schemas have checked. */
export function findRole(
  mode: string,
  state: JsonObject | undefined,
  agentId: string,
): AgentRole | undefined {
  if (state === undefined || !Object.hasOwn(readers, mode)) return undefined;
  const read = readers[mode as ModeName] as
    | ((state: JsonObject, agentId: string) => AgentRole | undefined)
    | undefined;
  return read?.(state, agentId);
}
