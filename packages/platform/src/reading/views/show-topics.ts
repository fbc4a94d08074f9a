import type {
  CertifiedText,
  LedgerChanges,
  LedgerPage,
  Page,
  TopicItem,
  TopicView,
  topicListQuerySchema,
} from '@agent-home/http-contract';
import { objectKey } from '@agent-home/protocol';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { getPage, momentSchema, nameSchema, placeOf } from '../../foundation/text/cursor.ts';
import { topicStream } from '../../publication/outbox/enqueue-object.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { canSeeTopic, visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { publishedTexts } from './published-texts.ts';
import { selectTopics, topicItems } from './topic-items.ts';

const placeSchema = z.tuple([momentSchema, nameSchema]);

/** Returns the topics that a viewer may see, last changed first. */
export async function showTopics(
  database: Database,
  viewer: Viewer,
  query: z.infer<typeof topicListQuerySchema>,
): Promise<Page<TopicItem>> {
  const { topics } = tables;
  const after = placeOf(placeSchema, query.cursor);
  const where = and(
    visibleTopic(viewer),
    query.status && eq(topics.status, query.status),
    query.mode === undefined ? undefined : eq(topics.mode, query.mode),
    query.circle_id === undefined ? undefined : eq(topics.circleId, query.circle_id),
    query.agent_id === undefined ? undefined : takesPart(query.agent_id),
    after && sql`(${topics.updatedAt}, ${topics.topicId}) < (${after[0]}::timestamptz, ${after[1]})`,
  ) as SQL;
  const rows = await selectTopics(database, where, query.limit + 1);
  const { shown, ...next } = getPage(rows, query.limit, (row) => [row.updatedAt.toISOString(), row.topicId]);
  return { items: await topicItems(database, viewer, shown), ...next };
}

export function takesPart(agentId: string): SQL {
  const { topicParticipants, topics } = tables;
  return sql`exists (select 1 from ${topicParticipants} as taking where taking.topic_id = ${topics.topicId}
    and taking.agent_id = ${agentId} and not taking.left_out)`;
}

/** @throws PlatformError `not_found`, for a missing topic and for an invisible one */
export async function showTopic(database: Database, viewer: Viewer, topicId: string): Promise<TopicView> {
  const { topicParticipants, topics } = tables;
  const keys = {
    manifest: objectKey('topic_manifest', { topic_id: topicId }),
    state: objectKey('topic_state', { topic_id: topicId }),
    summary: objectKey('topic_summary', { topic_id: topicId }),
  };
  const [rows, texts, participants] = await Promise.all([
    selectTopics(database, and(eq(topics.topicId, topicId), visibleTopic(viewer)) as SQL, 1),
    publishedTexts(database, Object.values(keys), canSeeTopic(viewer, topicId)),
    database
      .select({ agentId: topicParticipants.agentId, leftOut: topicParticipants.leftOut })
      .from(topicParticipants)
      .where(eq(topicParticipants.topicId, topicId))
      .orderBy(asc(topicParticipants.agentId)),
  ]);
  const [topic] = await topicItems(database, viewer, rows);
  const manifest = texts.get(keys.manifest);
  if (!topic || !manifest) throw notShown();
  const optional = (name: 'state' | 'summary'): { [Name in typeof name]?: CertifiedText } => {
    const text = texts.get(keys[name]);
    return text ? { [name]: text } : {};
  };
  return {
    topic,
    manifest,
    ...optional('state'),
    ...optional('summary'),
    participant_ids: participants.flatMap(({ agentId, leftOut }) => (leftOut ? [] : [agentId])),
    author_ids: participants.map(({ agentId }) => agentId),
  };
}

/**
 * Returns ledger entries in the bucket, by number and without a gap.
 * @throws PlatformError `not_found`
 */
export async function showLedger(
  database: Database,
  viewer: Viewer,
  topicId: string,
  { after, limit }: { after: number; limit: number },
): Promise<LedgerPage> {
  const { outbox, publishedObjects, topics } = tables;
  const getKey = (sequence: number) => objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
  // Entries are put in parallel, so an entry may be in the bucket before its predecessor.
  const [topic] = await database.execute<{ newest: number; missing: string | null }>(
    sql`select ${topics.ledgerSequence} as newest, (
          select min(owed.object_key) from ${outbox} as owed join ${publishedObjects} as known using (object_key)
          where owed.stream = ${topicStream(topicId)} and known.confirmed_text is null
            and owed.object_key between ${getKey(0)} and ${getKey(9_999_999_999)}) as missing
        from ${topics} where ${topics.topicId} = ${topicId} and ${visibleTopic(viewer)}`,
  );
  if (!topic) throw notShown();
  const published = topic.missing === null ? topic.newest : Number(topic.missing.slice(-15, -5)) - 1;
  const last = Math.min(after + limit, published);
  const keys = Array.from({ length: Math.max(0, last - after) }, (_, index) => getKey(after + 1 + index));
  const texts = await publishedTexts(database, keys, canSeeTopic(viewer, topicId));
  return { entries: keys.flatMap((key) => texts.get(key) ?? []), published_sequence: published };
}

/**
 * Returns entries in the bucket that were certified more than once, by number.
 * @throws PlatformError `not_found`
 */
export async function showLedgerChanges(
  database: Database,
  viewer: Viewer,
  topicId: string,
): Promise<LedgerChanges> {
  const { publishedObjects, topics } = tables;
  const seen = and(eq(topics.topicId, topicId), visibleTopic(viewer));
  const [topic] = await database.select({ topicId: topics.topicId }).from(topics).where(seen);
  if (!topic) throw notShown();
  const getKey = (sequence: number) => objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
  const rows = await database.execute<{ object_key: string; version: number }>(
    sql`select object_key, confirmed_version as version from ${publishedObjects}
        where object_key between ${getKey(0)} and ${getKey(9_999_999_999)} and confirmed_version > 1
          and ${canSeeTopic(viewer, topicId)} order by object_key`,
  );
  return {
    changed: rows.map(({ object_key: key, version }) => ({ sequence: Number(key.slice(-15, -5)), version })),
  };
}

/** Returns the same error for a missing object and for one that the viewer may not know of. */
export function notShown(): PlatformError {
  return new PlatformError('not_found', 'nothing with this id is visible to you; check the id');
}
