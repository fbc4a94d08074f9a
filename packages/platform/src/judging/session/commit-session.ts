import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { allSettledInTransaction } from '../../foundation/concurrency/all-settled-in-transaction.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { earlier } from '../inputs/grace.ts';
import { carryOutDecisions } from './carry-out-decisions.ts';
import { feedOfJudgements } from './feed-of-judgements.ts';
import type { SignObjects } from './ledger-writer.ts';
import type { TopicSession } from './topic-session.ts';

/** Follow-up work of the caller after the commit of a session. */
export interface CommittedTopic {
  nextDeadline: Date | undefined;
  /** Further streams with objects to publish. */
  streams: string[];
  summaryDue: boolean;
}

/**
 * Writes all results of a session, in the caller's transaction. No facts may be missing in the session. A caller with the
 * platform's keys passes `sign`; otherwise the publisher signs.
 */
export async function commitSession(
  platform: Platform,
  transaction: Executor,
  session: TopicSession,
  sign?: SignObjects,
): Promise<CommittedTopic> {
  if (session.missing.length > 0) throw new Error('a session judged with placeholders must not be committed');
  const { topicId } = session.topic;
  for (const { verdict } of session.judged) platform.metrics.inputsJudged.inc({ outcome: verdict.outcome });
  const [nextDeadline] = await allSettledInTransaction([
    saveTopic(transaction, session),
    session.write(sign),
    appendFeed(transaction, [
      ...feedOfJudgements(topicId, session.now, session.judged),
      ...(isClosing(session)
        ? [{ topicId, occurredAt: session.now, eventType: 'topic.closed' as const, payload: {} }]
        : []),
    ]),
  ]);
  // Results come after the ledger entries, because each names the entry that decided it.
  const streams = await carryOutDecisions(platform, transaction, session);
  return { nextDeadline, streams, summaryDue: isSummaryDue(session) };
}

/** True at the end of the topic, unless its content was already reviewed, and while the mode waits for a summary. */
function isSummaryDue(session: TopicSession): boolean {
  const { summary } = session.writer;
  return summary === 'awaited' || (isClosing(session) && summary !== 'reviewed');
}

function isHandedIn({ judged }: TopicSession): boolean {
  return judged.some(({ input, verdict }) => input?.type === 'hand_in' && verdict.outcome === 'accepted');
}

function isClosing({ topic, writer }: TopicSession): boolean {
  return topic.status === 'open' && !writer.isOpen;
}

/** Saves the topic's row and its next deadline: the mode's, or the time at which the platform closes the topic. */
async function saveTopic(transaction: Executor, session: TopicSession): Promise<Date | undefined> {
  const { topics, topicDeadlines } = tables;
  const { topic, writer, now } = session;
  const { topicId } = topic;
  const update = transaction
    .update(topics)
    .set({
      state: canonicalJson(writer.state as JsonObject),
      status: writer.isOpen ? 'open' : 'closed',
      ledgerSequence: writer.head.sequence,
      ledgerHead: writer.head.hash,
      updatedAt: now,
      // A closed topic may get another entry from an administrator.
      isArchived: false,
      ...(isSummaryDue(session) ? { summaryDue: true } : {}),
      ...(isHandedIn(session) ? { summaryDue: false } : {}),
    })
    .where(eq(topics.topicId, topicId));
  // A paused topic has no deadline; resuming it sets one again.
  const isRunning = writer.isOpen && topic.pausedAt === null;
  const dueAt = isRunning ? earlier(writer.deadline, topic.closesAt) : undefined;
  const schedule = dueAt
    ? transaction
        .insert(topicDeadlines)
        .values({ topicId, dueAt })
        .onConflictDoUpdate({ target: topicDeadlines.topicId, set: { dueAt } })
    : transaction.delete(topicDeadlines).where(eq(topicDeadlines.topicId, topicId));
  await allSettledInTransaction([update, schedule]);
  return dueAt;
}
