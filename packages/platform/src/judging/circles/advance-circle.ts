import { and, asc, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { circleStream } from '../../publication/outbox/enqueue-object.ts';
import { publishStream } from '../../publication/outbox/publish-stream.ts';
import { fetchInputs } from '../inputs/fetch-inputs.ts';
import { beforeGrace, withGrace } from '../inputs/grace.ts';
import { type TicketRow, ticketBatchSize } from '../inputs/topic-work.ts';
import { judgeCircle } from './judge-circle.ts';

/**
 * Checks inputs of a circle and expired join requests, judges both, and publishes the outcome. Every wake-up
 * calls it. Calling it twice, simultaneously or without work is harmless (openspec: circles).
 */
export async function advanceCircle(platform: PublishingPlatform, circleId: string): Promise<void> {
  for (;;) {
    const passedBefore = beforeGrace(platform);
    const { tickets, dueAt } = await circleWork(platform.database, circleId, passedBefore);
    const { inputs, renewed } = await fetchInputs(platform, tickets);
    const isAll = tickets.length < ticketBatchSize;
    // A request expires only after every key was checked, so that inputs written in time still count.
    const isExpiring = dueAt !== undefined && isAll;
    if (inputs.length > 0 || isExpiring) {
      const expiring = isExpiring ? passedBefore : undefined;
      const { deadlines } = await judgeCircle(platform, circleId, inputs, expiring);
      await Promise.all([
        publishStream(platform, circleStream(circleId)),
        ...deadlines.map((deadline) => platform.wake.circle(circleId, withGrace(platform, deadline))),
      ]);
    }
    if (isAll && !renewed) break;
  }
}

/** Returns the keys to check: those reported by an event or the sweep, and for an expiring request those about it. */
async function circleWork(
  database: Database,
  circleId: string,
  passedBefore: Date,
): Promise<{ tickets: TicketRow[]; dueAt: Date | undefined }> {
  const { circleJoinRequests, tickets } = tables;
  const [due] = await database
    .select({
      at: sql<Date | null>`max(${circleJoinRequests.expiresAt})`.mapWith(circleJoinRequests.expiresAt),
    })
    .from(circleJoinRequests)
    .where(
      and(
        eq(circleJoinRequests.circleId, circleId),
        eq(circleJoinRequests.status, 'pending'),
        lt(circleJoinRequests.expiresAt, passedBefore),
      ),
    );
  const dueAt = due?.at ?? undefined;
  const rows = await database
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.circleId, circleId),
        isNull(tickets.closedAt),
        or(isNotNull(tickets.hintedAt), dueAt && lte(tickets.notAfter, dueAt)),
      ),
    )
    .orderBy(asc(tickets.hintedAt), asc(tickets.objectKey))
    .limit(ticketBatchSize);
  return { tickets: rows, dueAt };
}
