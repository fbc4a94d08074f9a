import { findMode } from '@agent-home/modes';
import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { earlier, withGrace } from '../inputs/grace.ts';
import { LedgerWriter } from '../session/ledger-writer.ts';
import type { TopicRow } from '../session/topic-session.ts';
import type { WithLockedTopic } from './locked-topic.ts';

/**
 * Pauses a topic: no tickets are issued, nothing is judged, no deadline expires. The mode is not involved, so the ledger replays as
 * if nothing had been written meanwhile. Deadlines keep their times, since only an input may change the state that contains them.
 */
export async function pauseTopic(
  platform: Platform,
  transaction: Executor,
  { topicId, status, pausedAt }: TopicRow,
): Promise<void> {
  const { topics, topicDeadlines } = tables;
  if (status === 'closed') throw new PlatformError('topic_closed', 'the topic is closed; open a new topic');
  if (pausedAt) return;
  await transaction.update(topics).set({ pausedAt: platform.now() }).where(eq(topics.topicId, topicId));
  await transaction.delete(topicDeadlines).where(eq(topicDeadlines.topicId, topicId));
}

/** Resumes a topic. Inputs written during the pause are judged first, then a deadline that expired in it. */
export async function resumeTopic(
  platform: Platform,
  topicId: string,
  withLock: WithLockedTopic,
): Promise<void> {
  const dueAt = await withLock(async (transaction, topic) => {
    if (!topic.pausedAt) return undefined;
    const { topics, topicDeadlines } = tables;
    await transaction.update(topics).set({ pausedAt: null }).where(eq(topics.topicId, topicId));
    const mode = findMode(topic.mode, topic.modeVersion);
    if (!mode || topic.status === 'closed') return undefined;
    const deadline = earlier(LedgerWriter.resume(platform, mode, topic).deadline, topic.closesAt);
    if (deadline) await transaction.insert(topicDeadlines).values({ topicId, dueAt: deadline });
    return deadline;
  });
  await platform.wake.topic(topicId);
  if (dueAt) await platform.wake.topic(topicId, withGrace(platform, dueAt));
}
