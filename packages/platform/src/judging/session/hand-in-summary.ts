import { findMode } from '@agent-home/modes';
import { canonicalJsonBytes, sha256Hex } from '@agent-home/protocol';
import { and, eq, gte, or } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { topicStream } from '../../publication/outbox/enqueue-object.ts';
import { publishStream } from '../../publication/outbox/publish-stream.ts';
import { withGrace } from '../inputs/grace.ts';
import { findSummaryPart, getSummaryKey } from '../summaries/summary-part.ts';
import { type CommittedTopic, commitSession } from './commit-session.ts';
import { lockTopic } from './judge-inputs.ts';
import { TopicSession } from './topic-session.ts';

/**
 * Adds the certified summary to the topic that waits for it, once the bucket has it, as an input of the platform with its key and
 * the hash of its bytes. Does nothing if it is missing; the summary then stays due, and the next wake-up retries.
 */
export async function handInSummary(platform: PublishingPlatform, topicId: string): Promise<void> {
  const committed = await platform.database.transaction((transaction) =>
    judgeHandIn(platform, transaction, topicId),
  );
  if (!committed) return;
  const { nextDeadline } = committed;
  await publishStream(platform, topicStream(topicId));
  if (nextDeadline) await platform.wake.topic(topicId, withGrace(platform, nextDeadline));
}

async function judgeHandIn(
  platform: PublishingPlatform,
  transaction: Executor,
  topicId: string,
): Promise<CommittedTopic | undefined> {
  const topic = await lockTopic(transaction, topicId);
  const mode = topic && findMode(topic.mode, topic.modeVersion);
  if (!topic || !mode || topic.pausedAt || findSummaryPart(topic) !== 'awaited') return undefined;
  const text = await publishedSummary(transaction, topicId);
  if (text === undefined) return undefined;
  const session = new TopicSession(platform, transaction, topic, mode);
  const sha256 = sha256Hex(new TextEncoder().encode(text));
  const bytes = canonicalJsonBytes({ action: 'hand_in', object_key: getSummaryKey(topicId), sha256 });
  await session.judge({ type: 'admin', bytes });
  return commitSession(platform, transaction, session);
}

/** Returns the newest summary, if the bucket has it and it cannot quote text that was erased since. */
async function publishedSummary(transaction: Executor, topicId: string): Promise<string | undefined> {
  const { publishedObjects: objects, ledgerEntries: entries } = tables;
  const [row] = await transaction
    .select()
    .from(objects)
    .where(eq(objects.objectKey, getSummaryKey(topicId)));
  if (!row?.confirmedText || row.confirmedVersion !== row.version) return undefined;
  const { updated_at: writtenAt } = JSON.parse(row.confirmedText) as { updated_at: string };
  const isErasedSince = or(eq(entries.eraseDue, true), gte(entries.erasedAt, new Date(writtenAt)));
  const erased = await transaction
    .select({ sequence: entries.sequence })
    .from(entries)
    .where(and(eq(entries.topicId, topicId), isErasedSince))
    .limit(1);
  return erased.length > 0 ? undefined : row.confirmedText;
}
