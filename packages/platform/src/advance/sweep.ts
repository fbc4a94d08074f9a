import { tables } from '@agent-home/database';
import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { carryOutDeparture, dueDepartures } from '../agents/departures.ts';
import { advanceCircle } from '../circles/advance-circle.ts';
import { eraseEntries, topicsToErase } from '../erasure/erase-entries.ts';
import type { PublishingPlatform } from '../platform.ts';
import { checkObject } from '../publication/check-object.ts';
import { publishStream } from '../publication/publish-stream.ts';
import { countUsage, dueUsage } from '../quotas/count-usage.ts';
import { carryOutRemovals } from '../quotas/remove-artifacts.ts';
import { advanceTopic } from './advance-topic.ts';
import { beforeGrace } from './grace.ts';

const batchSize = 200;

/**
 * Finds what wake-ups and events missed, from rows alone: outbox rows left behind, deadlines past, keys to
 * compare, summaries owed, and open tickets nobody heard of for a while. Bounded a call; returns how many topics, circles,
 * streams and keys it looked at.
 */
export async function sweep(platform: PublishingPlatform): Promise<number> {
  const streams = await strandedStreams(platform);
  const written = await containersOfDueTickets(platform);
  const topics = new Set([
    ...(await overdueTopics(platform)),
    ...written.topics,
    ...(await topicsOwedASummary(platform)),
  ]);
  const circles = new Set([...written.circles, ...(await circlesWithExpiredRequests(platform))]);
  const keys = await keysToCheck(platform);
  const departures = await dueDepartures(platform);
  const folders = await dueUsage(platform);
  const erasures = await topicsToErase(platform, batchSize);
  const work = [
    ...streams.map((stream) => () => publishStream(platform, stream)),
    ...[...topics].map((topicId) => () => advanceTopic(platform, topicId)),
    ...[...circles].map((circleId) => () => advanceCircle(platform, circleId)),
    ...keys.map((key) => () => checkObject(platform, key)),
    ...departures.map((departure) => () => carryOutDeparture(platform, departure)),
    ...folders.map((folder) => () => countUsage(platform, folder)),
    async () => void (await carryOutRemovals(platform)),
    ...erasures.map((topicId) => () => eraseEntries(platform, topicId)),
  ];
  for (const step of work) {
    // One broken object or topic must not keep the others from being caught up.
    await step().catch((error: unknown) =>
      platform.log.error({ err: error }, 'a sweep step failed; it stays due'),
    );
  }
  await closeForgottenTickets(platform);
  await measure(platform);
  // The removals were one step, whether there were any or not.
  return work.length - 1;
}

async function strandedStreams(platform: PublishingPlatform): Promise<string[]> {
  const { outbox } = tables;
  const rows = await platform.database
    .selectDistinct({ stream: outbox.stream })
    .from(outbox)
    .where(
      and(
        lt(outbox.createdAt, sql`now() - interval '2 seconds'`),
        or(isNull(outbox.retryAt), lte(outbox.retryAt, sql`now()`)),
      ),
    )
    .limit(batchSize);
  return rows.map((row) => row.stream);
}

async function overdueTopics(platform: PublishingPlatform): Promise<string[]> {
  const { topicDeadlines } = tables;
  const due = new Date(platform.now().getTime() - platform.config.deadlineGraceSeconds * 1000);
  const rows = await platform.database
    .select({ topicId: topicDeadlines.topicId })
    .from(topicDeadlines)
    .where(lte(topicDeadlines.dueAt, due))
    .orderBy(asc(topicDeadlines.dueAt))
    .limit(batchSize);
  return rows.map((row) => row.topicId);
}

/** A request that nobody decided in time is over, whether a delayed wake-up came or not. */
async function circlesWithExpiredRequests(platform: PublishingPlatform): Promise<string[]> {
  const { circleJoinRequests } = tables;
  const rows = await platform.database
    .selectDistinct({ circleId: circleJoinRequests.circleId })
    .from(circleJoinRequests)
    .where(
      and(eq(circleJoinRequests.status, 'pending'), lt(circleJoinRequests.expiresAt, beforeGrace(platform))),
    )
    .limit(batchSize);
  return rows.map((row) => row.circleId);
}

/** Whoever commits a topic's end or asks for a summary wakes a worker; that wake-up may be lost. */
async function topicsOwedASummary({ database, now }: PublishingPlatform): Promise<string[]> {
  const { topics } = tables;
  const settled = new Date(now().getTime() - 2_000);
  const rows = await database
    .select({ topicId: topics.topicId })
    .from(topics)
    .where(and(eq(topics.summaryDue, true), lt(topics.updatedAt, settled)))
    .limit(batchSize);
  return rows.map((row) => row.topicId);
}

/** Points at tickets whose next look is due and sets the one after that at twice the distance. */
async function containersOfDueTickets(
  platform: PublishingPlatform,
): Promise<{ topics: string[]; circles: string[] }> {
  const { tickets } = tables;
  const now = platform.now();
  const due = await platform.database
    .select({ objectKey: tickets.objectKey })
    .from(tickets)
    .where(and(isNull(tickets.closedAt), lte(tickets.sweepAt, now)))
    .orderBy(asc(tickets.sweepAt))
    .limit(batchSize);
  if (due.length === 0) return { topics: [], circles: [] };
  const { sweepFirstSeconds, sweepMaxSeconds } = platform.config;
  const age = sql`extract(epoch from (${now.toISOString()}::timestamptz - ${tickets.issuedAt}))`;
  const wait = sql`make_interval(secs => least(${sweepMaxSeconds}::float8, greatest(${sweepFirstSeconds}::float8, ${age})))`;
  const rows = await platform.database
    .update(tickets)
    .set({ hintedAt: now, sweepAt: sql`${now.toISOString()}::timestamptz + ${wait}` })
    .where(
      and(
        sql`${tickets.objectKey} in (select json_array_elements_text(${JSON.stringify(due.map((row) => row.objectKey))}::json))`,
        isNull(tickets.closedAt),
      ),
    )
    .returning({ topicId: tickets.topicId, circleId: tickets.circleId });
  return {
    topics: rows.flatMap((row) => row.topicId ?? []),
    circles: rows.flatMap((row) => row.circleId ?? []),
  };
}

async function keysToCheck(platform: PublishingPlatform): Promise<string[]> {
  const { storeEvents } = tables;
  const rows = await platform.database
    .selectDistinct({ objectKey: storeEvents.objectKey })
    .from(storeEvents)
    .where(
      and(eq(storeEvents.outcome, 'check'), lt(storeEvents.receivedAt, sql`now() - interval '5 seconds'`)),
    )
    .limit(batchSize);
  return rows.map((row) => row.objectKey);
}

/** Tickets of topics nobody can judge any more would be looked at for ever. */
async function closeForgottenTickets(platform: PublishingPlatform): Promise<void> {
  const { tickets } = tables;
  const longPast = new Date(platform.now().getTime() - 2 * 3_600_000);
  await platform.database
    .update(tickets)
    .set({ closedAt: platform.now() })
    .where(and(isNull(tickets.closedAt), lt(tickets.notAfter, longPast)));
}

async function measure(platform: PublishingPlatform): Promise<void> {
  const { outbox, tickets } = tables;
  const [pending, open] = await Promise.all([
    platform.database.$count(outbox),
    platform.database.$count(tickets, isNull(tickets.closedAt)),
  ]);
  platform.metrics.outboxPending.set(pending);
  platform.metrics.ticketsOpen.set(open);
}
