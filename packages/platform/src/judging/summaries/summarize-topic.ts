import { and, eq } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform, PublishingPlatform } from '../../foundation/platform/platform.ts';
import { enqueueObjects, topicStream } from '../../publication/outbox/enqueue-object.ts';
import { publishStream } from '../../publication/outbox/publish-stream.ts';
import { spokenLines } from './spoken-lines.ts';
import { findSummaryPart, getSummaryKey } from './summary-part.ts';

/** Returns true if a summary is due, because the topic has ended or an admin requested it. */
export async function isSummaryDue(database: Database, topicId: string): Promise<boolean> {
  const { topics } = tables;
  return (await database.$count(topics, and(eq(topics.topicId, topicId), eq(topics.summaryDue, true)))) > 0;
}

/** Requests a new summary, which the worker writes. */
export async function requestSummary(platform: Platform, topicId: string): Promise<void> {
  const { topics } = tables;
  await actTransaction(platform, async (transaction) => {
    const [topic] = await transaction.select().from(topics).where(eq(topics.topicId, topicId)).for('update');
    if (!topic) throw new PlatformError('not_found', 'no topic has this id; check it');
    if (findSummaryPart(topic) === 'reviewed')
      throw new PlatformError('forbidden', 'the summary was accepted by a vote and cannot be changed');
    await transaction.update(topics).set({ summaryDue: true }).where(eq(topics.topicId, topicId));
  });
  await platform.wake.topic(topicId);
}

/**
 * Writes and certifies a topic's summary from its accepted lines only. The summarizer may be slow, so no lock is held meanwhile,
 * and the summary names the last entry that it covers. Returns true if the topic waits for it.
 */
export async function summarizeTopic(platform: PublishingPlatform, topicId: string): Promise<boolean> {
  const { topics } = tables;
  const { database, judges } = platform;
  const [topic] = await database.select().from(topics).where(eq(topics.topicId, topicId));
  if (!topic?.summaryDue) return false;
  const isAwaited = findSummaryPart(topic) === 'awaited';
  // A paused topic gets no inputs, and one awaited summary in the outbox is enough.
  if (isAwaited && (topic.pausedAt || (await isUnderWay(database, topicId)))) return true;
  const { summary, method } = await judges.summarizer.summarize({
    title: topic.title,
    mode: topic.mode,
    isClosed: topic.status === 'closed',
    isPublic: topic.visibility === 'public',
    ...(await spokenLines(database, topicId)),
  });
  const stream = topicStream(topicId);
  await database.transaction(async (transaction) => {
    const [still] = await transaction
      .update(topics)
      // One that the topic waits for is owed until it is handed in: a crash before that has it written again.
      .set({ summaryDue: isAwaited })
      .where(and(eq(topics.topicId, topicId), eq(topics.summaryDue, true)))
      .returning({ topicId: topics.topicId });
    if (!still) return;
    const body = {
      kind: 'topic_summary',
      schema_version: 1,
      topic_id: topicId,
      updated_at: platform.now().toISOString(),
      summary,
      method,
      ledger: { sequence: topic.ledgerSequence, head: topic.ledgerHead },
    };
    await enqueueObjects(transaction, [{ stream, objectKey: getSummaryKey(topicId), body }]);
  });
  await publishStream(platform, stream);
  return isAwaited;
}

/** Returns true if a summary waits to be published. */
async function isUnderWay(database: Database, topicId: string): Promise<boolean> {
  const { outbox } = tables;
  return (await database.$count(outbox, eq(outbox.objectKey, getSummaryKey(topicId)))) > 0;
}
