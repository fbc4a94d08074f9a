import { and, asc, eq, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';

export type TicketRow = typeof tables.tickets.$inferSelect;

/** The number of keys that one check of a topic reads. */
export const ticketBatchSize = 100;

/** Pending work of a topic. */
interface TopicWork {
  /** Deadline of the topic, if it lies before `passedBefore`. */
  dueAt: Date | undefined;
  /** The keys to read now. */
  tickets: TicketRow[];
}

/**
 * Returns the topic's deadline once it has passed, and the keys to read: those that an event or the sweep marked, and with a
 * deadline every key that expired with it.
 */
export async function topicWork(executor: Executor, topicId: string, passedBefore: Date): Promise<TopicWork> {
  const { tickets, topicDeadlines, topics } = tables;
  // A paused topic has no work: its inputs and deadlines wait until it resumes.
  const isPaused = sql`exists (select 1 from ${topics} where ${topics.topicId} = ${topicId} and ${topics.pausedAt} is not null)`;
  const passed = and(eq(topicDeadlines.topicId, topicId), lte(topicDeadlines.dueAt, passedBefore));
  const toRead = or(isNotNull(tickets.hintedAt), lte(tickets.notAfter, topicDeadlines.dueAt));
  const due = and(eq(tickets.topicId, topicId), isNull(tickets.closedAt), toRead, not(isPaused));
  const rows = await executor
    .select({ ticket: tickets, dueAt: topicDeadlines.dueAt })
    .from(sql`(values (1)) as one`)
    .leftJoin(topicDeadlines, passed)
    .leftJoin(tickets, due)
    .orderBy(asc(tickets.hintedAt), asc(tickets.objectKey))
    .limit(ticketBatchSize);
  return {
    dueAt: rows[0]?.dueAt ?? undefined,
    tickets: rows.flatMap(({ ticket }) => (ticket ? [ticket] : [])),
  };
}
