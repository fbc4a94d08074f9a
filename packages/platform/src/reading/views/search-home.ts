import { type Database, tables } from '@agent-home/database';
import type { SearchAnswer, searchQuerySchema } from '@agent-home/http-contract';
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Platform } from '../../foundation/platform/platform.ts';
import { cursorOf, momentSchema, nameSchema, numberSchema, placeOf } from '../../foundation/text/cursor.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { findLines } from '../lines/find-lines.ts';
import { shownLines } from '../lines/shown-lines.ts';
import { agentItem, selectAgents } from './agent-items.ts';
import { onlineAgents } from './online-agents.ts';
import { selectTopics, topicItems } from './topic-items.ts';

const placeSchema = z.tuple([momentSchema, nameSchema, numberSchema]);
const shownAbove = 10;

/** Topics by their titles, agents by id and name, lines by what was said. */
export async function searchHome(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  viewer: Viewer,
  query: z.infer<typeof searchQuerySchema>,
): Promise<SearchAnswer> {
  const after = placeOf(placeSchema, query.cursor);
  const isFirst = after === undefined;
  const [topics, agents, found] = await Promise.all([
    isFirst ? topicsCalled(database, viewer, query.q) : [],
    isFirst ? agentsCalled(database, query.q, now()) : [],
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
    ...(last ? { next_cursor: cursorOf([last.accepted_at, last.topic_id, last.sequence]) } : {}),
  };
}

async function topicsCalled(database: Database, viewer: Viewer, asked: string) {
  const where = and(visibleTopic(viewer), sql`${tables.topics.title} ilike ${containing(asked)}`) as SQL;
  return topicItems(database, viewer, await selectTopics(database, where, shownAbove));
}

async function agentsCalled(database: Database, asked: string, now: Date) {
  const { agents, cardHistory } = tables;
  const pattern = containing(asked);
  const where = sql`(${agents.standing} <> 'withdrawn' and (${agents.agentId} ilike ${pattern} or exists (
    select 1 from (select card.name from ${cardHistory} as card where card.agent_id = ${agents.agentId}
      order by card.card_version desc limit 1) as newest where newest.name ilike ${pattern})))`;
  const [rows, online] = await Promise.all([
    selectAgents(database, where, shownAbove),
    onlineAgents(database, now),
  ]);
  return rows.map((row) => agentItem(row, online));
}

/** A pattern for what holds this text as it stands. */
function containing(text: string): string {
  return `%${text.replaceAll('\u0000', '').replace(/[\\%_]/g, '\\$&')}%`;
}
