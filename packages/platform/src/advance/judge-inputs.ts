import { type Executor, tables } from '@agent-home/database';
import { findMode, type Judgement, type ModeContext, numberOfId, requestPrefix } from '@agent-home/modes';
import { canonicalJson, canonicalJsonBytes, type JsonObject, parseObjectKey } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { appendFeed, type FeedEntry } from '../feed/append-feed.ts';
import type { PublishingPlatform } from '../platform.ts';
import { traitsOf } from '../shared/store-traits.ts';
import { factsOf, type KnownAuthor, loadAuthors } from './author-facts.ts';
import { closeTickets, raiseNumbers } from './due-tickets.ts';
import type { FetchedInput } from './fetch-input.ts';
import { LedgerWriter } from './ledger-writer.ts';

export interface JudgeOutcome {
  judged: number;
  nextDeadline: Date | undefined;
}

type TopicRow = typeof tables.topics.$inferSelect;

/**
 * The advance transaction: under the topic's row lock every input meets the newest state, once. State, ledger,
 * tickets, feed, deadline and outbox commit together or not at all; no store call inside. Statements that do not
 * wait for one another's answers are sent together.
 */
export async function judgeInputs(
  platform: PublishingPlatform,
  topicId: string,
  inputs: FetchedInput[],
  dueAt: Date | undefined,
): Promise<JudgeOutcome> {
  const placed = placesOf(inputs);
  return platform.database.transaction(async (transaction) => {
    const topic = await lockTopic(transaction, topicId);
    const mode = topic && findMode(topic.mode, topic.modeVersion);
    if (!topic || !mode) return { judged: 0, nextDeadline: undefined };
    const now = platform.now();
    const authorIds = [...new Set(placed.map(({ place }) => place.parts.agent_id))];
    const [unjudged, authors] = await Promise.all([
      closeTickets(transaction, inputs, now),
      loadAuthors(transaction, topicId, authorIds),
    ]);
    const writer = LedgerWriter.resume(platform, mode, topic);
    const feed: FeedEntry[] = [];
    const fresh = placed.filter(({ input }) => unjudged.has(input.objectKey));
    const numbers = judgeObjects(platform, topic, writer, fresh, authors, now, feed);
    // The window may have been closed by one of the inputs, or by another worker: then this deadline is not due.
    if (dueAt && mode.deadline(writer.state) === dueAt.toISOString()) {
      const bytes = canonicalJsonBytes({ deadline: dueAt.toISOString() });
      collectFeed(topic, writer.judge({ type: 'deadline', bytes }, { now: now.toISOString() }), now, feed);
      platform.metrics.deadlineLatenessSeconds.observe((now.getTime() - dueAt.getTime()) / 1000);
    }
    if (writer.count === 0) return { judged: 0, nextDeadline: undefined };
    const [nextDeadline] = await Promise.all([
      commitTopic(transaction, topic, writer, now),
      raiseNumbers(transaction, topicId, numbers),
      writer.write(transaction),
      appendFeed(transaction, feed),
    ]);
    return { judged: writer.count, nextDeadline };
  });
}

async function lockTopic(transaction: Executor, topicId: string): Promise<TopicRow | undefined> {
  const { topics } = tables;
  const [topic] = await transaction.select().from(topics).where(eq(topics.topicId, topicId)).for('update');
  return topic;
}

type InputPlace = Extract<ReturnType<typeof parseObjectKey>, { kind: 'topic_message' | 'topic_request' }>;

interface PlacedInput {
  input: FetchedInput;
  place: InputPlace;
}

/** By the time of writing where there is one: the fairest order among what waits to be judged. */
function placesOf(inputs: FetchedInput[]): PlacedInput[] {
  const placed = inputs.flatMap((input): PlacedInput[] => {
    const place = parseObjectKey(input.objectKey);
    return place?.kind === 'topic_message' || place?.kind === 'topic_request' ? [{ input, place }] : [];
  });
  return placed.sort((a, b) => order(a.input) - order(b.input));
}

type Numbers = Map<string, { message: number; request: number }>;

function judgeObjects(
  platform: PublishingPlatform,
  topic: TopicRow,
  writer: LedgerWriter,
  placed: PlacedInput[],
  authors: Map<string, KnownAuthor>,
  now: Date,
  feed: FeedEntry[],
): Numbers {
  const numbers: Numbers = new Map();
  const { trustsLastModified } = traitsOf(platform.config.store);
  for (const { input, place } of placed) {
    const agentId = place.parts.agent_id;
    const author = authors.get(agentId);
    const raised = numbers.get(agentId) ?? { message: 0, request: 0 };
    const context: ModeContext = {
      now: now.toISOString(),
      ...(trustsLastModified && input.writtenAt ? { written_at: input.writtenAt.toISOString() } : {}),
      ...(author ? { author: factsOf(author, topic, raised) } : {}),
    };
    const type = place.kind === 'topic_message' ? 'message' : 'request';
    const judgement = writer.judge({ type, object_key: input.objectKey, ...input.content }, context);
    platform.metrics.inputsJudged.inc({ outcome: judgement.verdict.outcome });
    collectFeed(topic, judgement, now, feed, { agentId, objectKey: input.objectKey });
    numbers.set(agentId, raise(raised, place, judgement));
  }
  return numbers;
}

function order(input: FetchedInput): number {
  return input.writtenAt?.getTime() ?? 0;
}

/** A message's number counts once it is accepted, so that a refused one may try again; a request's at once. */
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

function collectFeed(
  topic: TopicRow,
  judgement: Judgement & { sequence: number },
  now: Date,
  feed: FeedEntry[],
  author?: { agentId: string; objectKey: string },
): void {
  const common = { topicId: topic.topicId, occurredAt: now };
  if (author) {
    const { outcome, reason, explanation } = judgement.verdict;
    feed.push({
      ...common,
      ...author,
      eventType: 'topic.input_judged',
      payload: {
        outcome,
        ...(reason ? { reason } : {}),
        ...(explanation ? { explanation } : {}),
        sequence: judgement.sequence,
      },
    });
  }
  for (const effect of judgement.effects) {
    if (effect.type !== 'turn_started') continue;
    const payload = { turn_id: effect.turn_id, expires_at: effect.expires_at };
    feed.push({ ...common, agentId: effect.agent_id, eventType: 'topic.turn_started', payload });
  }
}

/** The topic's own row and its deadline. Returns the deadline if there is one. */
export async function commitTopic(
  transaction: Executor,
  topic: { topicId: string },
  writer: LedgerWriter,
  now: Date,
): Promise<Date | undefined> {
  const { topics, topicDeadlines } = tables;
  const dueAt = writer.deadline;
  const update = transaction
    .update(topics)
    .set({
      state: canonicalJson(writer.state as JsonObject),
      status: writer.isOpen ? 'open' : 'closed',
      ledgerSequence: writer.head.sequence,
      ledgerHead: writer.head.hash,
      updatedAt: now,
    })
    .where(eq(topics.topicId, topic.topicId));
  const schedule = dueAt
    ? transaction
        .insert(topicDeadlines)
        .values({ topicId: topic.topicId, dueAt })
        .onConflictDoUpdate({ target: topicDeadlines.topicId, set: { dueAt } })
    : transaction.delete(topicDeadlines).where(eq(topicDeadlines.topicId, topic.topicId));
  await Promise.all([update, schedule]);
  return dueAt;
}
