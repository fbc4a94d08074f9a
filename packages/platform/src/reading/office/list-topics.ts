import type { officeTopicQuerySchema, Page, TopicItem } from '@agent-home/http-contract';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, getLongestParts, tables } from '../../database/index.ts';
import { getPage, momentSchema, nameSchema, placeOf } from '../../foundation/text/cursor.ts';
import { containing, plain } from '../views/containing.ts';
import { selectTopics, topicItems } from '../views/topic-items.ts';

const placeSchema = z.tuple([momentSchema, nameSchema]);

/** Lists every topic for moderators: filtered by title or id, status, mode and owner, last changed first. */
export async function officeTopics(
  database: Database,
  query: z.infer<typeof officeTopicQuerySchema>,
): Promise<Page<TopicItem>> {
  const { topics } = tables;
  const after = placeOf(placeSchema, query.cursor);
  const where = and(
    sql`true`,
    query.status && eq(topics.status, query.status),
    query.mode === undefined ? undefined : eq(topics.mode, query.mode),
    query.owner_id === undefined ? undefined : eq(topics.ownerId, query.owner_id),
    query.q === undefined ? undefined : matchesNameOrId(query.q),
    after && sql`(${topics.updatedAt}, ${topics.topicId}) < (${after[0]}::timestamptz, ${after[1]})`,
  ) as SQL;
  const rows = await selectTopics(database, where, query.limit + 1);
  const { shown, ...next } = getPage(rows, query.limit, (row) => [row.updatedAt.toISOString(), row.topicId]);
  return { items: await topicItems(database, { role: 'admin' }, shown), ...next };
}

/** Matches a part of the title, which has an index, or the whole id. */
function matchesNameOrId(asked: string): SQL {
  const { topics } = tables;
  return sql`${topics.topicId} in (
    select named.topic_id from topics as named
    where parts_of(named.title) @> ${getLongestParts(plain(asked))} and named.title ilike ${containing(asked)}
    union
    select named.topic_id from topics as named where named.topic_id = ${plain(asked)})`;
}
