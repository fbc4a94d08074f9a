import { type Executor, tables } from '@agent-home/database';
import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';

export type TicketRow = typeof tables.tickets.$inferSelect;

/** How many keys one look takes on. */
export const ticketBatchSize = 100;

/**
 * The keys worth a look now: those an event or the sweep pointed at, and, once a deadline has passed, every key
 * whose time ran out with it.
 */
export async function dueTickets(
  executor: Executor,
  topicId: string,
  deadline: Date | undefined,
): Promise<TicketRow[]> {
  const { tickets } = tables;
  const worthALook = deadline
    ? or(isNotNull(tickets.hintedAt), lte(tickets.notAfter, deadline))
    : isNotNull(tickets.hintedAt);
  return executor
    .select()
    .from(tickets)
    .where(and(eq(tickets.topicId, topicId), isNull(tickets.closedAt), worthALook))
    .orderBy(asc(tickets.hintedAt), asc(tickets.objectKey))
    .limit(ticketBatchSize);
}

/** Nothing was there, or nothing new: the hint goes, unless another came in meanwhile; expired tickets close. */
export async function settleTicket(
  executor: Executor,
  ticket: TicketRow,
  now: Date,
  graceSeconds: number,
): Promise<void> {
  const { tickets } = tables;
  const unchanged = ticket.hintedAt ? eq(tickets.hintedAt, ticket.hintedAt) : isNull(tickets.hintedAt);
  const expired = now.getTime() > ticket.notAfter.getTime() + graceSeconds * 1000;
  await executor
    .update(tickets)
    .set({ hintedAt: null, ...(expired ? { closedAt: now } : {}) })
    .where(and(eq(tickets.objectKey, ticket.objectKey), isNull(tickets.closedAt), unchanged));
}

/** Closes what has just been judged. False when another worker was first. */
export async function closeTicket(
  executor: Executor,
  objectKey: string,
  fingerprint: string,
  now: Date,
): Promise<boolean> {
  const { tickets } = tables;
  const closed = await executor
    .update(tickets)
    .set({ closedAt: now, hintedAt: null, judgedFingerprint: fingerprint })
    .where(and(eq(tickets.objectKey, objectKey), isNull(tickets.closedAt)))
    .returning({ objectKey: tickets.objectKey });
  return closed.length === 1;
}

/** Remembers how far an agent's own numbering has come, so that the next ids are fresh ones. */
export async function raiseNumbers(
  executor: Executor,
  topicId: string,
  numbers: Map<string, { message: number; request: number }>,
): Promise<void> {
  if (numbers.size === 0) return;
  const { topicParticipants } = tables;
  await executor
    .insert(topicParticipants)
    .values(
      [...numbers].map(([agentId, { message, request }]) => ({
        topicId,
        agentId,
        lastMessageNumber: message,
        lastRequestNumber: request,
      })),
    )
    .onConflictDoUpdate({
      target: [topicParticipants.topicId, topicParticipants.agentId],
      set: {
        lastMessageNumber: sql`greatest(${topicParticipants.lastMessageNumber}, excluded.last_message_number)`,
        lastRequestNumber: sql`greatest(${topicParticipants.lastRequestNumber}, excluded.last_request_number)`,
      },
    });
}

export async function hintTickets(executor: Executor, objectKeys: string[], now: Date): Promise<void> {
  const { tickets } = tables;
  if (objectKeys.length === 0) return;
  await executor
    .update(tickets)
    .set({ hintedAt: now })
    .where(and(inArray(tickets.objectKey, objectKeys), isNull(tickets.closedAt)));
}
