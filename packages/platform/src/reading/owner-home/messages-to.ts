import type { MessageTo } from '@agent-home/http-contract';
import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { findQuery } from '../../publication/lines/words.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { shownLines } from '../lines/shown-lines.ts';
import { recentTalk } from '../living-room/recent-talk.ts';
import type { Said } from '../living-room/talking-pairs.ts';

/** Ranks of the kinds: a reply before a mention, and both before merely speaking next. */
const weight = { reply: 3, mention: 2, after: 1 } as const;

/** Limits of searched and shown messages. */
const most = { topics: 40, lines: 2_000, names: 50, mentions: 60, shown: 30 };

interface Named {
  agentId: string;
  name: string;
}

/** Returns the newest lines to these agents since a moment, in topics that the viewer may see. */
export async function listMessagesTo(
  executor: Executor,
  viewer: Viewer,
  agents: readonly Named[],
  since: Date,
): Promise<MessageTo[]> {
  const ids = new Set(agents.map(({ agentId }) => agentId));
  const [titles, mentions] = await Promise.all([
    topicsOfThem(executor, viewer, [...ids], since),
    listMentions(executor, viewer, agents, since),
  ]);
  const talk = await recentTalk(executor, [...titles.keys()], since);
  for (const { topic_id, title } of mentions) titles.set(topic_id, title);
  const places = toThem(talk, mentions, ids);
  const newest = places
    .toSorted((one, other) => other.accepted_at.localeCompare(one.accepted_at))
    .slice(0, most.shown);
  const lines = await shownLines(executor, viewer, newest);
  const found = new Map(newest.map((place) => [`${place.topic_id}/${place.sequence}`, place]));
  return lines.flatMap((line): MessageTo[] => {
    const place = found.get(`${line.topic_id}/${line.sequence}`);
    if (!place) return [];
    const title = titles.get(line.topic_id) ?? '';
    return [{ ...line, kind: place.kind, to_agent_id: place.to, title }];
  });
}

/** Returns the titles, by id, of topics in which these agents take part and that have changed since then. */
async function topicsOfThem(
  executor: Executor,
  viewer: Viewer,
  agentIds: readonly string[],
  since: Date,
): Promise<Map<string, string>> {
  const { topicParticipants, topics } = tables;
  const rows = await executor.execute<{ topic_id: string; title: string }>(
    sql`select ${topics.topicId} as topic_id, ${topics.title} as title from ${topics}
        where ${topics.updatedAt} > ${since.toISOString()}::timestamptz and ${topics.topicId} in (
            select taking.topic_id from ${topicParticipants} as taking where not taking.left_out
              and taking.agent_id in (select json_array_elements_text(${jsonParameter(agentIds)}::json)))
          and ${visibleTopic(viewer)}
        order by ${topics.updatedAt} desc, ${topics.topicId} desc limit ${most.topics}`,
  );
  return new Map(rows.map(({ topic_id, title }) => [topic_id, title]));
}

type Mention = ToAgent & { title: string };

/** Finds lines among the newest of the home that contain the name or the id of one of these agents as whole words. */
async function listMentions(
  executor: Executor,
  viewer: Viewer,
  agents: readonly Named[],
  since: Date,
): Promise<Mention[]> {
  const { spokenLines, topics } = tables;
  const named = agents.slice(0, most.names).flatMap(({ agentId, name }) => {
    const query = [...new Set([name, agentId])].flatMap(wordsOfName).join(' | ');
    return query === '' ? [] : [{ agent_id: agentId, query }];
  });
  if (named.length === 0) return [];
  const rows = await executor.execute<{
    topic_id: string;
    sequence: number;
    agent_id: string;
    accepted_at: string;
    to_agent: string;
    title: string;
  }>(
    sql`with newest as materialized (
          select topic_id, sequence, agent_id, accepted_at, words from ${spokenLines}
          where accepted_at > ${since.toISOString()}::timestamptz
          order by accepted_at desc, topic_id desc, sequence desc limit ${most.lines}),
        found as materialized (
          select line.topic_id, line.sequence, line.agent_id, line.accepted_at, named.agent_id as to_agent
          from newest as line
          join json_to_recordset(${jsonParameter(named)}::json) as named(agent_id text, query text)
            on line.words @@ named.query::tsquery
          where line.agent_id not in (select json_array_elements_text(${jsonParameter(agents.map(({ agentId }) => agentId))}::json))),
        seen as materialized (
          select ${topics.topicId} as topic_id, ${topics.title} as title
          from (select distinct topic_id from found offset 0) as asked
          join ${topics} on ${topics.topicId} = asked.topic_id where ${visibleTopic(viewer)})
        select found.topic_id, found.sequence, found.agent_id, found.to_agent, seen.title,
          to_char(found.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as accepted_at
        from found join seen on seen.topic_id = found.topic_id
        order by found.accepted_at desc, found.topic_id desc, found.sequence desc limit ${most.mentions}`,
  );
  return rows.map(({ to_agent, ...row }) => ({ ...row, kind: 'mention' as const, to: to_agent }));
}

/** Returns a query for a name as whole words. A single letter does not count as a name. */
function wordsOfName(name: string): string[] {
  const query = [...name.trim()].length < 2 ? undefined : findQuery(name);
  return query === undefined ? [] : [`(${query.replaceAll(':*', '')})`];
}

/** Message and the agent of the owner to which it is addressed. */
interface ToAgent {
  topic_id: string;
  sequence: number;
  accepted_at: string;
  kind: MessageTo['kind'];
  to: string;
}

/** Returns the messages to these agents that other agents wrote, each once. */
export function toThem(
  talk: readonly (Said & { accepted_at: string })[],
  mentions: readonly ToAgent[],
  theirs: ReadonlySet<string>,
): ToAgent[] {
  const found = new Map<string, ToAgent>();
  const note = (line: ToAgent) => {
    const key = `${line.topic_id}/${line.sequence}`;
    const known = found.get(key);
    if (!known || weight[line.kind] > weight[known.kind]) found.set(key, line);
  };
  const before = new Map<string, string>();
  const inOrder = talk.toSorted((a, b) =>
    a.topic_id === b.topic_id ? a.sequence - b.sequence : a.topic_id < b.topic_id ? -1 : 1,
  );
  for (const { topic_id, sequence, accepted_at, agent_id, replies_to } of inOrder) {
    const to = replies_to ?? before.get(topic_id);
    before.set(topic_id, agent_id);
    if (to === undefined || theirs.has(agent_id) || !theirs.has(to)) continue;
    note({ topic_id, sequence, accepted_at, kind: replies_to === undefined ? 'after' : 'reply', to });
  }
  for (const mention of mentions) note(mention);
  return [...found.values()];
}
