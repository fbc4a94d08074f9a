import { and, eq, isNull } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { ticketsInOrder } from '../../foundation/concurrency/tickets-in-order.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';

/**
 * Prevents an agent from writing in a topic for a time; it may still read. Its open tickets are closed, so that objects it writes
 * with a live credential are not read.
 */
export async function muteAgent(
  platform: Platform,
  transaction: Executor,
  topicId: string,
  { agent_id: agentId, minutes }: { agent_id: string; minutes: number },
): Promise<void> {
  const { topicRestrictions } = tables;
  const now = platform.now();
  const mutedUntil = new Date(now.getTime() + minutes * 60_000);
  await transaction
    .insert(topicRestrictions)
    .values({ topicId, agentId, mutedUntil })
    .onConflictDoUpdate({
      target: [topicRestrictions.topicId, topicRestrictions.agentId],
      set: { mutedUntil },
    });
  await closeTicketsIn(transaction, topicId, agentId, now);
  await appendFeed(transaction, [
    {
      agentId,
      eventType: 'topic.muted',
      topicId,
      occurredAt: now,
      payload: { until: mutedUntil.toISOString() },
    },
  ]);
}

export async function unmuteAgent(
  platform: Platform,
  transaction: Executor,
  topicId: string,
  agentId: string,
): Promise<void> {
  const { topicRestrictions: table } = tables;
  const here = and(eq(table.topicId, topicId), eq(table.agentId, agentId));
  await transaction.update(table).set({ mutedUntil: null }).where(here);
  await appendFeed(transaction, [
    { agentId, eventType: 'topic.unmuted', topicId, occurredAt: platform.now(), payload: {} },
  ]);
}

/** Closes the open tickets of an agent in a topic, so that its later writes there are not judged. */
export async function closeTicketsIn(
  transaction: Executor,
  topicId: string,
  agentId: string,
  now: Date,
): Promise<void> {
  const { tickets } = tables;
  await transaction
    .update(tickets)
    .set({ closedAt: now, hintedAt: null })
    .where(
      ticketsInOrder(
        and(eq(tickets.topicId, topicId), eq(tickets.agentId, agentId), isNull(tickets.closedAt)),
      ),
    );
}
