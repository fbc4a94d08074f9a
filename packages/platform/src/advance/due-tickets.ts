import { type Executor, tables } from '@agent-home/database';
import { and, asc, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';

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

/**
 * Nothing was there, or nothing new: the hint goes and expired tickets close. False when the hint was renewed
 * meanwhile, and the key needs another look.
 */
export async function settleTicket(
  executor: Executor,
  ticket: TicketRow,
  now: Date,
  graceSeconds: number,
): Promise<boolean> {
  const { tickets } = tables;
  const unchanged = ticket.hintedAt ? eq(tickets.hintedAt, ticket.hintedAt) : isNull(tickets.hintedAt);
  const expired = now.getTime() > ticket.notAfter.getTime() + graceSeconds * 1000;
  const settled = await executor
    .update(tickets)
    .set({ hintedAt: null, ...(expired ? { closedAt: now } : {}) })
    .where(and(eq(tickets.objectKey, ticket.objectKey), isNull(tickets.closedAt), unchanged))
    .returning({ objectKey: tickets.objectKey });
  return settled.length === 1;
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

/**
 * Notes that something was written at a key with an open ticket. True when nobody is on the way to look: a flood
 * of events makes one wake-up, since whoever looks finds that the hint was renewed and looks again.
 */
export async function hintTicket(executor: Executor, objectKey: string, now: Date): Promise<boolean> {
  const { tickets } = tables;
  const hint = async (pending: SQL) => {
    const rows = await executor
      .update(tickets)
      .set({ hintedAt: now })
      .where(and(eq(tickets.objectKey, objectKey), isNull(tickets.closedAt), pending))
      .returning({ objectKey: tickets.objectKey });
    return rows.length === 1;
  };
  if (await hint(isNull(tickets.hintedAt))) return true;
  if (await hint(isNotNull(tickets.hintedAt))) return false;
  // Settled in between, or closed; in the second case the wake-up finds nothing to do.
  await hint(isNull(tickets.hintedAt));
  return true;
}
