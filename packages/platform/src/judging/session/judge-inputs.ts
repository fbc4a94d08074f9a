import { findMode, type Judgement, numberOfId, requestPrefix } from '@agent-home/modes';
import { canonicalJsonBytes, objectKey, parseObjectKey } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import type { Executor } from '../../database/index.ts';
import { tables } from '../../database/index.ts';
import { allSettledInTransaction } from '../../foundation/concurrency/all-settled-in-transaction.ts';
import { createYield } from '../../foundation/concurrency/yield-to-event-loop.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { transactionOr } from '../../foundation/platform/transaction-or.ts';
import { collectTraits } from '../../foundation/settings/store-traits.ts';
import { observe } from '../../foundation/telemetry/observe.ts';
import { signAhead } from '../../publication/outbox/signing.ts';
import { type PreparedFacts, StaleFacts } from '../facts/answer-facts.ts';
import type { NotYetJudged } from '../facts/until-answered.ts';
import { closeTickets } from '../inputs/close-tickets.ts';
import { type FetchedInput, inOrderOfWriting } from '../inputs/fetch-input.ts';
import { collectFacts, type KnownAuthor, loadAuthors } from './author-facts.ts';
import { type CommittedTopic, commitSession } from './commit-session.ts';
import { raiseNumbers } from './raise-numbers.ts';
import { type TopicRow, TopicSession } from './topic-session.ts';

export type JudgeOutcome = CommittedTopic & { judged: number };

const nothing: JudgeOutcome = { judged: 0, nextDeadline: undefined, streams: [], summaryDue: false };

/**
 * Runs the advance transaction: judges every input once, against the newest state, under the topic's row lock. State, ledger,
 * tickets, feed, deadline, results and outbox commit together or not at all. The store is not called inside. Facts that may take a
 * while are not awaited, because the topic is locked: the requests are returned as `missing`, and nothing is committed.
 */
export async function judgeInputs(
  platform: PublishingPlatform,
  topicId: string,
  inputs: FetchedInput[],
  dueAt: Date | undefined,
  prepared: PreparedFacts,
): Promise<JudgeOutcome | NotYetJudged> {
  const placed = collectPlaces(inputs);
  return transactionOr(platform.database, async (transaction, rollBack: (why: NotYetJudged) => never) => {
    const topic = await lockTopic(transaction, topicId);
    const mode = topic && findMode(topic.mode, topic.modeVersion);
    if (!topic || !mode || topic.pausedAt) return nothing;
    const session = new TopicSession(platform, transaction, topic, mode, prepared);
    const authorIds = [...new Set(placed.map(({ place }) => place.parts.agent_id))];
    const stateKey = objectKey('topic_state', { topic_id: topicId });
    const [unjudged, authors, stateVersion] = await allSettledInTransaction([
      closeTickets(transaction, inputs, session.now),
      loadAuthors(transaction, topicId, authorIds),
      findVersion(transaction, stateKey),
    ]);
    const fresh = placed.filter(({ input }) => unjudged.has(input.objectKey));
    const numbers = await judgeObjects(platform, session, fresh, authors);
    if (dueAt) await judgeDeadline(platform, session, dueAt);
    if (session.judged.length === 0) return nothing;
    if (session.missing.length > 0) return rollBack({ missing: session.missing });
    // An entry is written once and has one version unless it is erased.
    const getNextVersion = (key: string) => (key === stateKey ? stateVersion && stateVersion + 1 : 1);
    const [committed] = await allSettledInTransaction([
      commitSession(platform, transaction, session, (objects) =>
        signAhead(platform, objects, getNextVersion),
      ),
      raiseNumbers(transaction, topicId, numbers),
    ]).catch((error: unknown) => {
      if (error instanceof StaleFacts) return rollBack({ stale: error });
      throw error;
    });
    return { ...committed, judged: session.judged.length };
  });
}

/** Returns the newest assigned version of an object. */
async function findVersion(executor: Executor, key: string): Promise<number | undefined> {
  const { publishedObjects } = tables;
  const [row] = await executor
    .select({ version: publishedObjects.version })
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, key));
  return row?.version;
}

export async function lockTopic(transaction: Executor, topicId: string): Promise<TopicRow | undefined> {
  const { topics } = tables;
  const [topic] = await transaction.select().from(topics).where(eq(topics.topicId, topicId)).for('update');
  return topic;
}

/**
 * Judges the deadline, unless an input or another worker has ended its window. If the platform has to close the topic, that follows
 * the mode's own deadline.
 */
async function judgeDeadline(
  platform: PublishingPlatform,
  session: TopicSession,
  dueAt: Date,
): Promise<void> {
  const { topic, now, writer } = session;
  if (writer.deadline?.getTime() === dueAt.getTime()) {
    await session.judge({ type: 'deadline', bytes: canonicalJsonBytes({ deadline: dueAt.toISOString() }) });
    observe(platform.metrics.deadlineLatenessSeconds, (now.getTime() - dueAt.getTime()) / 1000);
  }
  if (topic.closesAt && topic.closesAt <= now && writer.isOpen) {
    const bytes = canonicalJsonBytes({ action: 'close', reason: 'timebox' });
    await session.judge({ type: 'admin', bytes });
  }
}

type InputPlace = Extract<ReturnType<typeof parseObjectKey>, { kind: 'topic_message' | 'topic_request' }>;

interface PlacedInput {
  input: FetchedInput;
  place: InputPlace;
}

function collectPlaces(inputs: FetchedInput[]): PlacedInput[] {
  return inOrderOfWriting(inputs).flatMap((input): PlacedInput[] => {
    const place = parseObjectKey(input.objectKey);
    return place?.kind === 'topic_message' || place?.kind === 'topic_request' ? [{ input, place }] : [];
  });
}

type Numbers = Map<string, { message: number; request: number }>;

async function judgeObjects(
  platform: PublishingPlatform,
  session: TopicSession,
  placed: PlacedInput[],
  authors: Map<string, KnownAuthor>,
): Promise<Numbers> {
  const numbers: Numbers = new Map();
  const { trustsLastModified } = collectTraits(platform.config.store);
  const yieldToEventLoop = createYield();
  for (const { input, place } of placed) {
    await yieldToEventLoop();
    const agentId = place.parts.agent_id;
    const author = authors.get(agentId);
    const raised = numbers.get(agentId) ?? { message: 0, request: 0 };
    const type = place.kind === 'topic_message' ? 'message' : 'request';
    const judgement = await session.judge(
      { type, object_key: input.objectKey, ...input.content },
      author && collectFacts(author, session.topic, raised),
      trustsLastModified ? input.writtenAt : undefined,
    );
    numbers.set(agentId, raise(raised, place, judgement));
  }
  return numbers;
}

/**
 * Records the number that an input has used. A message counts once it is accepted, so that a rejected one may be written again at
 * its key; a request always counts.
 */
function raise(
  before: { message: number; request: number },
  place: InputPlace,
  judgement: Judgement,
): { message: number; request: number } {
  if (place.kind === 'topic_request') {
    return {
      ...before,
      request: Math.max(before.request, numberOfId(place.parts.request_id, requestPrefix) ?? 0),
    };
  }
  if (judgement.verdict.outcome === 'rejected') return before;
  return { ...before, message: Math.max(before.message, numberOfId(place.parts.message_id) ?? 0) };
}
