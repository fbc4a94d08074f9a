import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import type { FailureKind } from '../../foundation/platform/record-failure.ts';
import { checkObject } from '../../publication/outbox/check-object.ts';
import { packStream, topicsWithDuePacks } from '../../publication/outbox/ledger-packs.ts';
import { publishStream } from '../../publication/outbox/publish-stream.ts';
import { carryOutRemovals, dueRemovals } from '../../registry/artifacts/remove-artifacts.ts';
import { countUsage, dueUsage } from '../../registry/quotas/count-usage.ts';
import { advanceCircle } from '../circles/advance-circle.ts';
import { eraseEntries, topicsToErase } from '../erasure/erase-entries.ts';
import { beforeGrace } from '../inputs/grace.ts';
import { advanceTopic } from '../session/advance-topic.ts';
import { carryOutDeparture, dueDepartures } from './departures.ts';

/** One step of the sweep: a piece of work, and the topic, circle, agent or key it is about. */
export interface SweepStep {
  kind: FailureKind | 'stream';
  subject: string;
  run(): Promise<unknown>;
}

/** Finds all due work in the database. `due` adds the containers with due tickets, which the caller has found. */
export async function findDueWork(
  platform: PublishingPlatform,
  due: { topics: string[]; circles: string[] },
): Promise<SweepStep[]> {
  const topics = new Set([
    ...(await overdueTopics(platform)),
    ...due.topics,
    ...(await topicsOwedASummary(platform)),
  ]);
  const circles = new Set([...due.circles, ...(await circlesWithExpiredRequests(platform))]);
  const steps = <Item>(
    kind: SweepStep['kind'],
    items: Iterable<Item>,
    subjectOf: (item: Item) => string,
    run: (platform: PublishingPlatform, item: Item) => Promise<unknown>,
  ): SweepStep[] =>
    [...items].map((item) => ({ kind, subject: subjectOf(item), run: () => run(platform, item) }));
  const itself = (subject: string) => subject;
  return [
    ...steps('stream', await strandedStreams(platform), itself, publishStream),
    ...steps('stream', await streamsOfDuePacks(platform), itself, publishStream),
    ...steps('topic', topics, itself, advanceTopic),
    ...steps('circle', circles, itself, advanceCircle),
    ...steps('check', await keysToCheck(platform), itself, checkObject),
    ...steps('departure', await dueDepartures(platform), (one) => one.agentId, carryOutDeparture),
    ...steps('usage', await dueUsage(platform), (one) => `${one.taskId}/${one.agentId}`, countUsage),
    ...steps('removal', await dueRemovals(platform), itself, carryOutRemovals),
    ...steps('erasure', await topicsToErase(platform, platform.config.sweepBatch), itself, eraseEntries),
  ];
}

async function strandedStreams({ database, config }: PublishingPlatform): Promise<string[]> {
  const { outbox } = tables;
  const rows = await database
    .selectDistinct({ stream: outbox.stream })
    .from(outbox)
    .where(
      and(
        lt(outbox.createdAt, sql`now() - interval '2 seconds'`),
        or(isNull(outbox.retryAt), lte(outbox.retryAt, sql`now()`)),
      ),
    )
    .limit(config.sweepBatch);
  return rows.map((row) => row.stream);
}

/** Returns the streams of packs whose wake-up was lost, or whose entries were not in the bucket at the time. */
async function streamsOfDuePacks(platform: PublishingPlatform): Promise<string[]> {
  return (await topicsWithDuePacks(platform, platform.config.sweepBatch)).map(packStream);
}

async function overdueTopics(platform: PublishingPlatform): Promise<string[]> {
  const { topicDeadlines } = tables;
  const rows = await platform.database
    .select({ topicId: topicDeadlines.topicId })
    .from(topicDeadlines)
    .where(lte(topicDeadlines.dueAt, beforeGrace(platform)))
    .orderBy(asc(topicDeadlines.dueAt))
    .limit(platform.config.sweepBatch);
  return rows.map((row) => row.topicId);
}

/** Returns circles with expired join requests, because the wake-up that should have ended them may have been lost. */
async function circlesWithExpiredRequests(platform: PublishingPlatform): Promise<string[]> {
  const { circleJoinRequests } = tables;
  const rows = await platform.database
    .selectDistinct({ circleId: circleJoinRequests.circleId })
    .from(circleJoinRequests)
    .where(
      and(eq(circleJoinRequests.status, 'pending'), lt(circleJoinRequests.expiresAt, beforeGrace(platform))),
    )
    .limit(platform.config.sweepBatch);
  return rows.map((row) => row.circleId);
}

/** Returns topics that wait for a summary, because the wake-up that requests it may have been lost. */
async function topicsOwedASummary({ database, now, config }: PublishingPlatform): Promise<string[]> {
  const { topics } = tables;
  const settled = new Date(now().getTime() - 2_000);
  const rows = await database
    .select({ topicId: topics.topicId })
    .from(topics)
    .where(and(eq(topics.summaryDue, true), lt(topics.updatedAt, settled)))
    .limit(config.sweepBatch);
  return rows.map((row) => row.topicId);
}

async function keysToCheck({ database, config }: PublishingPlatform): Promise<string[]> {
  const { storeEvents } = tables;
  const rows = await database
    .selectDistinct({ objectKey: storeEvents.objectKey })
    .from(storeEvents)
    .where(
      and(eq(storeEvents.outcome, 'check'), lt(storeEvents.receivedAt, sql`now() - interval '5 seconds'`)),
    )
    .limit(config.sweepBatch);
  return rows.map((row) => row.objectKey);
}
