import { and, eq, isNull, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { settleFailure } from '../../foundation/platform/record-failure.ts';
import { parseEvents } from '../../judging/ingestion/parse-events.ts';
import type { ReceiveEvent } from '../../judging/ingestion/receive-event.ts';
import { findDeadLetter, getStream, listDeadLetters } from './list-dead-letters.ts';

export type ReplayOutcome = 'replayed' | 'settled_already' | 'still_unreadable' | 'not_found';

/**
 * Retries failed work once per call. Nothing is judged twice, and retrying settled work is harmless. The
 * requesting user is stored.
 */
export async function replayDeadLetters(
  platform: Platform,
  receive: ReceiveEvent,
  asked: { ids: string[] } | { all: true },
  by: string,
): Promise<{ id: string; outcome: ReplayOutcome }[]> {
  const ids =
    'ids' in asked ? asked.ids : (await listDeadLetters(platform, { limit: 500 })).map(({ id }) => id);
  await actTransaction(platform, async () => undefined);
  const replayed: { id: string; outcome: ReplayOutcome }[] = [];
  for (const id of [...new Set(ids)]) replayed.push({ id, outcome: await replay(platform, receive, id, by) });
  platform.log.info({ by, replayed }, 'dead letters were replayed');
  return replayed;
}

async function replay(
  platform: Platform,
  receive: ReceiveEvent,
  id: string,
  by: string,
): Promise<ReplayOutcome> {
  const stream = getStream(id);
  if (stream !== undefined) return replayStream(platform, id, stream);
  const { failures } = tables;
  const at = platform.now();
  const [row] = await platform.database
    .update(failures)
    .set({ replayedAt: at, replayedBy: by, replays: sql`${failures.replays} + 1` })
    .where(and(eq(failures.id, id), isNull(failures.settledAt)))
    .returning();
  if (!row) return (await findDeadLetter(platform, id)) ? 'settled_already' : 'not_found';
  const { kind, subject } = row;
  if (kind === 'event') return replayEvent(platform, receive, row);
  if (kind === 'input') {
    await openAgain(platform, subject);
    await settleFailure(platform, kind, subject);
    return 'replayed';
  }
  // The sweep handles it, starting with its first attempt; a wake-up speeds that up if there is one.
  await platform.database.update(failures).set({ attempts: 0, retryAt: at }).where(eq(failures.id, id));
  if (kind === 'topic') await platform.wake.topic(subject);
  if (kind === 'circle') await platform.wake.circle(subject);
  if (kind === 'check') await platform.wake.check(subject);
  return 'replayed';
}

async function replayStream(platform: Platform, id: string, stream: string): Promise<ReplayOutcome> {
  if (!(await findDeadLetter(platform, id))) return 'not_found';
  const { outbox } = tables;
  await platform.database.update(outbox).set({ attempts: 0, retryAt: null }).where(eq(outbox.stream, stream));
  await platform.wake.stream(stream);
  return 'replayed';
}

/** Parses a stored message again, because a newer release may support it. Its events have stable ids, so none counts twice. */
async function replayEvent(
  platform: Platform,
  receive: ReceiveEvent,
  { subject, body }: typeof tables.failures.$inferSelect,
): Promise<ReplayOutcome> {
  const [source = '', messageId = ''] = subject.split(' ');
  const events = parseEvents(source, Buffer.from(body ?? '', 'base64'), {
    messageId,
    bucket: platform.config.store.bucket,
    receivedAt: platform.now(),
  });
  if (!events) return 'still_unreadable';
  await Promise.all(events.map(receive));
  await settleFailure(platform, 'event', subject);
  return 'replayed';
}

/**
 * Reopens the ticket of a key, so that its object is read and judged as if it had just been written. The ledger keeps the first
 * verdict: the key then has two entries, as when its author writes it again.
 */
async function openAgain(platform: Platform, objectKey: string): Promise<void> {
  const { tickets } = tables;
  const at = platform.now();
  const [ticket] = await platform.database
    .update(tickets)
    .set({ closedAt: null, judgedFingerprint: null, hintedAt: at, sweepAt: at })
    .where(eq(tickets.objectKey, objectKey))
    .returning({ topicId: tickets.topicId, circleId: tickets.circleId });
  if (ticket?.topicId) await platform.wake.topic(ticket.topicId);
  if (ticket?.circleId) await platform.wake.circle(ticket.circleId);
}
