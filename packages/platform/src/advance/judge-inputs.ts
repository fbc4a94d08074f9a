import { type Executor, tables } from '@agent-home/database';
import {
  type AuthorFacts,
  findMode,
  type Judgement,
  type ModeContext,
  numberOfId,
  requestPrefix,
} from '@agent-home/modes';
import { canonicalJson, canonicalJsonBytes, type JsonObject, parseObjectKey } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { appendFeed, type FeedEntry } from '../feed/append-feed.ts';
import type { PublishingPlatform } from '../platform.ts';
import { traitsOf } from '../shared/store-traits.ts';
import { loadAuthorFacts } from './author-facts.ts';
import { closeTicket, raiseNumbers } from './due-tickets.ts';
import type { FetchedInput } from './fetch-input.ts';
import { LedgerWriter } from './ledger-writer.ts';

export interface JudgeOutcome {
  judged: number;
  nextDeadline: Date | undefined;
}

type TopicRow = typeof tables.topics.$inferSelect;

/**
 * The advance transaction: under the topic's row lock every input meets the newest state, once. State, ledger,
 * tickets, feed, deadline and outbox commit together or not at all; no store call inside.
 */
export async function judgeInputs(
  platform: PublishingPlatform,
  topicId: string,
  inputs: FetchedInput[],
  dueAt: Date | undefined,
): Promise<JudgeOutcome> {
  return platform.database.transaction(async (transaction) => {
    const [topic] = await transaction
      .select()
      .from(tables.topics)
      .where(eq(tables.topics.topicId, topicId))
      .for('update');
    const mode = topic && findMode(topic.mode, topic.modeVersion);
    if (!topic || !mode) return { judged: 0, nextDeadline: undefined };
    const now = platform.now();
    const writer = LedgerWriter.resume(platform, mode, topic);
    const feed: FeedEntry[] = [];

    await judgeObjects(platform, transaction, topic, writer, inputs, now, feed);
    // The window may have been closed by one of the inputs, or by another worker: then this deadline is not due.
    if (dueAt && mode.deadline(writer.state) === dueAt.toISOString()) {
      const bytes = canonicalJsonBytes({ deadline: dueAt.toISOString() });
      collectFeed(topic, writer.judge({ type: 'deadline', bytes }, { now: now.toISOString() }), now, feed);
      platform.metrics.deadlineLatenessSeconds.observe((now.getTime() - dueAt.getTime()) / 1000);
    }
    if (writer.count === 0) return { judged: 0, nextDeadline: undefined };
    const deadline = await commitTopic(
      transaction,
      topic,
      writer,
      mode.deadline(writer.state),
      mode.isOpen(writer.state),
      now,
    );
    await writer.write(transaction);
    await appendFeed(transaction, feed);
    return { judged: writer.count, nextDeadline: deadline };
  });
}

async function judgeObjects(
  platform: PublishingPlatform,
  transaction: Executor,
  topic: TopicRow,
  writer: LedgerWriter,
  inputs: FetchedInput[],
  now: Date,
  feed: FeedEntry[],
): Promise<void> {
  const places = inputs.flatMap((input) => {
    const place = parseObjectKey(input.objectKey);
    return place?.kind === 'topic_message' || place?.kind === 'topic_request' ? [{ input, place }] : [];
  });
  places.sort((a, b) => order(a.input) - order(b.input));
  const authors = await loadAuthorFacts(transaction, topic, [
    ...new Set(places.map(({ place }) => place.parts.agent_id)),
  ]);
  const numbers = new Map<string, { message: number; request: number }>();
  const { trustsLastModified } = traitsOf(platform.config.store);
  for (const { input, place } of places) {
    if (!(await closeTicket(transaction, input.objectKey, input.fingerprint, now))) continue;
    const facts = authors.get(place.parts.agent_id);
    const raised = numbers.get(place.parts.agent_id) ?? { message: 0, request: 0 };
    const context: ModeContext = {
      now: now.toISOString(),
      ...(trustsLastModified && input.writtenAt ? { written_at: input.writtenAt.toISOString() } : {}),
      ...(facts ? { author: authorOf(facts, raised) } : {}),
    };
    const type = place.kind === 'topic_message' ? 'message' : 'request';
    const judgement = writer.judge({ type, object_key: input.objectKey, ...input.content }, context);
    platform.metrics.inputsJudged.inc({ outcome: judgement.verdict.outcome });
    collectFeed(topic, judgement, now, feed, { agentId: place.parts.agent_id, objectKey: input.objectKey });
    numbers.set(place.parts.agent_id, raise(raised, place, judgement));
  }
  await raiseNumbers(transaction, topic.topicId, numbers);
}

/** By the time of writing where there is one: the fairest order among what waits to be judged. */
function order(input: FetchedInput): number {
  return input.writtenAt?.getTime() ?? 0;
}

function authorOf(facts: AuthorFacts, raised: { message: number; request: number }): AuthorFacts {
  const { agent_id, standing, reader, card_version, public_key } = facts;
  return {
    agent_id,
    standing,
    reader,
    card_version,
    public_key,
    last_message_number: Math.max(facts.last_message_number, raised.message),
    last_request_number: Math.max(facts.last_request_number, raised.request),
  };
}

/** A message's number counts once it is accepted, so that a refused one may try again; a request's at once. */
function raise(
  before: { message: number; request: number },
  place: Extract<ReturnType<typeof parseObjectKey>, { kind: 'topic_message' | 'topic_request' }>,
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
  deadline: string | undefined,
  open: boolean,
  now: Date,
): Promise<Date | undefined> {
  const { topics, topicDeadlines } = tables;
  await transaction
    .update(topics)
    .set({
      state: canonicalJson(writer.state as JsonObject),
      status: open ? 'open' : 'closed',
      ledgerSequence: writer.head.sequence,
      ledgerHead: writer.head.hash,
      updatedAt: now,
    })
    .where(eq(topics.topicId, topic.topicId));
  const dueAt = deadline === undefined ? undefined : new Date(deadline);
  if (dueAt) {
    await transaction
      .insert(topicDeadlines)
      .values({ topicId: topic.topicId, dueAt })
      .onConflictDoUpdate({ target: topicDeadlines.topicId, set: { dueAt } });
  } else {
    await transaction.delete(topicDeadlines).where(eq(topicDeadlines.topicId, topic.topicId));
  }
  return dueAt;
}
