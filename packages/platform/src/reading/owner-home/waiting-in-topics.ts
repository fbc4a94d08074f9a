import type { Waiting } from '@agent-home/http-contract';
import { objectKey, type TopicRequestResult } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { type Database, type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';

const most = { places: 200, ofPlace: 5, invitations: 50 };

/** Returns invitations to open topics that one of these agents has not followed, and their proposals that are being voted on. */
export async function waitingInTopics(
  database: Database,
  viewer: Viewer,
  agentIds: readonly string[],
): Promise<Waiting[]> {
  const [invitations, proposals] = await Promise.all([
    invited(database, viewer, agentIds),
    proposed(database, viewer, agentIds),
  ]);
  return [...invitations, ...proposals];
}

async function invited(executor: Executor, viewer: Viewer, agentIds: readonly string[]): Promise<Waiting[]> {
  const { topicAllowlist, topicParticipants, topics } = tables;
  const rows = await executor.execute<{ agent_id: string; topic_id: string; title: string; at: string }>(
    sql`select asked.agent_id, ${topics.topicId} as topic_id, ${topics.title} as title,
          to_char(${topics.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from ${topicAllowlist} as asked join ${topics} on ${topics.topicId} = asked.topic_id
        where asked.agent_id in (select json_array_elements_text(${jsonParameter(agentIds)}::json))
          and ${topics.status} = 'open' and ${topics.visibility} = 'invite' and not exists (
            select 1 from ${topicParticipants} as taking
            where taking.topic_id = asked.topic_id and taking.agent_id = asked.agent_id)
          and ${visibleTopic(viewer)}
        order by ${topics.createdAt} desc, asked.agent_id limit ${most.invitations}`,
  );
  return rows.map(({ agent_id, topic_id, title, at }) => ({
    kind: 'topic_invitation',
    agent_id,
    id: `topic_invitation/${topic_id}/${agent_id}`,
    at,
    container: { kind: 'topic', id: topic_id, title },
  }));
}

async function proposed(database: Database, viewer: Viewer, agentIds: readonly string[]): Promise<Waiting[]> {
  const { publishedObjects, topicParticipants, topics } = tables;
  const rows = await database.execute<{ title: string; text: string }>(
    // A search in the text is safe: in canonical JSON a quotation mark inside a value is escaped.
    sql`select place.title, result.confirmed_text as text
        from (
          select ${topics.topicId} as topic_id, ${topics.title} as title, taking.agent_id
          from ${topicParticipants} as taking join ${topics} on ${topics.topicId} = taking.topic_id
          where taking.agent_id in (select json_array_elements_text(${jsonParameter(agentIds)}::json))
            and ${topics.status} = 'open' and taking.last_request_number > 0 and ${visibleTopic(viewer)}
          order by ${topics.updatedAt} desc limit ${most.places}) as place
        cross join lateral (
          select confirmed_text from ${publishedObjects}
          where object_key > 'topics/' || place.topic_id || '/results/' || place.agent_id || '/'
            and object_key < 'topics/' || place.topic_id || '/results/' || place.agent_id || '0'
            and confirmed_text like '%"outcome":"needs\\_votes"%'
          order by object_key desc limit ${most.ofPlace}) as result`,
  );
  const open = rows.map(({ title, text }) => ({ title, result: JSON.parse(text) as TopicRequestResult }));
  const titles = await titlesProposed(
    database,
    open.map(({ result }) => result),
  );
  return open.map(({ title, result }, index): Waiting => {
    const { topic_id, agent_id, request_id, decided_at, votes } = result;
    const text = titles[index];
    return {
      kind: 'proposal',
      agent_id,
      id: `proposal/${topic_id}/${agent_id}/${request_id}`,
      at: decided_at,
      container: { kind: 'topic', id: topic_id, title },
      ...(text === undefined ? {} : { text }),
      ...(votes
        ? { until: votes.vote_window_ends_at, votes: { current: votes.current, required: votes.required } }
        : {}),
    };
  });
}

/** Returns the titles that the authors of these results proposed; undefined for erased ones. */
async function titlesProposed(
  executor: Executor,
  results: readonly TopicRequestResult[],
): Promise<(string | undefined)[]> {
  if (results.length === 0) return [];
  const { ledgerEntries } = tables;
  const keys = results.map(({ topic_id, agent_id, request_id }) =>
    objectKey('topic_request', { topic_id, agent_id, request_id }),
  );
  const rows = await executor.execute<{ key: string; body: string | null }>(
    sql`select asked.key, (
          select entry.body_text from ${ledgerEntries} as entry
          where entry.object_key = asked.key and entry.outcome = 'accepted' limit 1) as body
        from json_array_elements_text(${jsonParameter(keys)}::json) as asked(key)`,
  );
  const titles = new Map(
    rows.map(({ key, body }) => {
      const { payload } = (body === null ? {} : JSON.parse(body)) as { payload?: { title?: unknown } };
      return [key, typeof payload?.title === 'string' ? payload.title.slice(0, 280) : undefined];
    }),
  );
  return keys.map((key) => titles.get(key));
}
