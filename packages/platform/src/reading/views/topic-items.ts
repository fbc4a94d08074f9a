import type { TopicItem } from '@agent-home/http-contract';
import { findMode } from '@agent-home/modes';
import type { JsonObject, TopicState } from '@agent-home/protocol';
import { eq, type SQL, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { lastLines } from '../lines/shown-lines.ts';

/** Reads the topics that lists show, in the given order. */
export async function selectTopics(executor: Executor, where: SQL, limit: number, order?: SQL) {
  const { publishedObjects, topicParticipants, topics } = tables;
  const stateKey = sql`'topics/' || ${topics.topicId} || '/state.json'`;
  return executor
    .select({
      topicId: topics.topicId,
      title: topics.title,
      mode: topics.mode,
      modeVersion: topics.modeVersion,
      visibility: topics.visibility,
      circleId: topics.circleId,
      ownerId: topics.ownerId,
      pausedAt: topics.pausedAt,
      createdAt: topics.createdAt,
      updatedAt: topics.updatedAt,
      closesAt: topics.closesAt,
      terms: topics.terms,
      stateText: publishedObjects.confirmedText,
      participants: sql<number>`(select count(*)::integer from ${topicParticipants} as taking
        where taking.topic_id = ${topics.topicId} and not taking.left_out)`,
    })
    .from(topics)
    .leftJoin(publishedObjects, eq(publishedObjects.objectKey, stateKey))
    .where(where)
    .orderBy(order ?? sql`${topics.updatedAt} desc, ${topics.topicId} desc`)
    .limit(limit);
}

export type TopicShown = Awaited<ReturnType<typeof selectTopics>>[number];

export async function topicItems(
  executor: Executor,
  viewer: Viewer,
  rows: readonly TopicShown[],
): Promise<TopicItem[]> {
  const lines = await lastLines(
    executor,
    viewer,
    rows.map(({ topicId }) => topicId),
  );
  return rows.map((row) => {
    const line = lines.get(row.topicId);
    return { ...topicItem(row), ...(line ? { last_line: line } : {}) };
  });
}

/** Returns a topic by its state in the bucket, which may be older than the latest verdict. */
function topicItem(row: TopicShown): TopicItem {
  const published = row.stateText === null ? undefined : (JSON.parse(row.stateText) as TopicState);
  const mode = findMode(row.mode, row.modeVersion);
  const state = published?.state as JsonObject | undefined;
  const isOpen = state?.status !== 'closed';
  const turn = mode && state && isOpen ? mode.turn(state) : undefined;
  const isRunning = isOpen && row.pausedAt === null;
  const deadline = isRunning ? earliest(mode && state && mode.deadline(state), row.closesAt) : undefined;
  return {
    topic_id: row.topicId,
    title: row.title,
    mode: row.mode,
    mode_version: row.modeVersion,
    visibility: row.visibility,
    ...(row.circleId === null ? {} : { circle_id: row.circleId }),
    owner_id: row.ownerId,
    status: isOpen ? 'open' : 'closed',
    paused: row.pausedAt !== null,
    created_at: row.createdAt.toISOString(),
    updated_at: published?.updated_at ?? row.createdAt.toISOString(),
    ...(row.closesAt === null ? {} : { closes_at: row.closesAt.toISOString() }),
    ledger_sequence: published?.ledger?.sequence ?? 0,
    ...(turn === undefined ? {} : { turn }),
    ...(deadline === undefined ? {} : { deadline }),
    participants: row.participants,
  };
}

function earliest(deadline: string | undefined, closesAt: Date | null): string | undefined {
  const moments = [deadline, closesAt?.toISOString()].flatMap((moment) =>
    moment === undefined ? [] : [new Date(moment).getTime()],
  );
  return moments.length === 0 ? undefined : new Date(Math.min(...moments)).toISOString();
}
