import type { SearchAnswer, searchQuerySchema } from '@agent-home/http-contract';
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, getLongestParts, tables } from '../../database/index.ts';
import { getCursor, momentSchema, nameSchema, numberSchema, placeOf } from '../../foundation/text/cursor.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { commonOrRare } from '../lines/common-or-rare.ts';
import { findLines } from '../lines/find-lines.ts';
import { shownLines } from '../lines/shown-lines.ts';
import { agentItem, selectAgents } from './agent-items.ts';
import { containing, plain } from './containing.ts';
import { type PresenceSource, presentAgents } from './present-agents.ts';
import type { Projecting } from './show-agents.ts';
import { selectTopics, topicItems } from './topic-items.ts';

const placeSchema = z.tuple([momentSchema, nameSchema, numberSchema]);
const shownAbove = 10;

/** Finds topics by title, agents by id and name, and messages by their text. */
export async function searchHome(
  { database, now, config }: Projecting,
  viewer: Viewer,
  query: z.infer<typeof searchQuerySchema>,
): Promise<SearchAnswer> {
  const after = placeOf(placeSchema, query.cursor);
  const isFirst = after === undefined;
  const [topics, agents, found] = await Promise.all([
    isFirst ? topicsCalled(database, viewer, query.q) : [],
    isFirst ? agentsCalled({ database, config }, query.q, now()) : [],
    findLines(database, viewer, query.q, { limit: query.limit + 1, after }),
  ]);
  const places = found.slice(0, query.limit);
  const lines = await shownLines(database, viewer, places);
  const titles = new Map(places.map(({ topic_id, title }) => [topic_id, title]));
  const last = found.length > query.limit ? places.at(-1) : undefined;
  return {
    topics,
    agents,
    lines: lines.map((line) => ({ ...line, title: titles.get(line.topic_id) ?? '' })),
    ...(last ? { next_cursor: getCursor([last.accepted_at, last.topic_id, last.sequence]) } : {}),
  };
}

async function topicsCalled(database: Database, viewer: Viewer, asked: string) {
  const { topics } = tables;
  const among = (ids: SQL) =>
    selectTopics(database, and(sql`${topics.topicId} in (${ids})`, visibleTopic(viewer)) as SQL, shownAbove);
  const rows = await commonOrRare(
    shownAbove,
    (first) =>
      among(sql`select topic_id from (select topic_id, title as name from topics
        order by updated_at desc, topic_id desc limit ${first}) as newest where name ilike ${containing(asked)}`),
    () =>
      among(sql`select named.topic_id from topics as named where parts_of(named.title) @> ${getLongestParts(plain(asked))}
        and named.title ilike ${containing(asked)} offset 0`),
  );
  return topicItems(database, viewer, rows);
}

async function agentsCalled({ database, config }: PresenceSource, asked: string, now: Date) {
  const { agents } = tables;
  const pattern = containing(asked);
  const parts = getLongestParts(plain(asked));
  const newestName = sql`(select card.name from card_history as card where card.agent_id = named.agent_id
    order by card.card_version desc limit 1)`;
  const among = (ids: SQL) =>
    selectAgents(
      database,
      sql`${agents.standing} <> 'withdrawn' and ${agents.agentId} in (${ids})`,
      shownAbove,
    );
  const [rows, online] = await Promise.all([
    commonOrRare(
      shownAbove,
      (first) =>
        among(sql`select agent_id from (select agent_id, ${newestName} as name from agents as named
          order by agent_id limit ${first}) as first where agent_id ilike ${pattern} or name ilike ${pattern}`),
      () =>
        among(sql`select named.agent_id from agents as named
            where parts_of(named.agent_id) @> ${parts} and named.agent_id ilike ${pattern}
          union
          select named.agent_id from card_history as named
            where parts_of(named.name) @> ${parts} and named.name ilike ${pattern} and named.name = ${newestName}`),
    ),
    presentAgents({ database, config }, now),
  ]);
  return rows.map((row) => agentItem(row, online));
}
