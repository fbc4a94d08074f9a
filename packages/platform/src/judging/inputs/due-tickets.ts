import { type Executor, jsonParameter, tables } from '@agent-home/database';
import { and, asc, eq, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import { hearingFromNow } from '../../publication/feed/hearing-from-now.ts';

export type TicketRow = typeof tables.tickets.$inferSelect;

/** How many keys one look takes on. */
export const ticketBatchSize = 100;

/** What there is to do in a topic. */
interface TopicWork {
  /** The topic's deadline if it lies before `passedBefore`. */
  dueAt: Date | undefined;
  /** The keys worth a look now. */
  tickets: TicketRow[];
}

/**
 * The topic's deadline once it has passed, and the keys worth a look: those an event or the sweep pointed at, and
 * with a deadline every key whose time ran out with it.
 */
export async function topicWork(executor: Executor, topicId: string, passedBefore: Date): Promise<TopicWork> {
  const { tickets, topicDeadlines, topics } = tables;
  // A paused topic stands still: what was put there and what runs out wait until it goes on.
  const isPaused = sql`exists (select 1 from ${topics} where ${topics.topicId} = ${topicId} and ${topics.pausedAt} is not null)`;
  const passed = and(eq(topicDeadlines.topicId, topicId), lte(topicDeadlines.dueAt, passedBefore));
  const worthALook = or(isNotNull(tickets.hintedAt), lte(tickets.notAfter, topicDeadlines.dueAt));
  const due = and(eq(tickets.topicId, topicId), isNull(tickets.closedAt), worthALook, not(isPaused));
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

/**
 * Takes the hint from a ticket after a look that found nothing new, and closes the ticket where it has expired. False
 * where an event came in during the look: then the key needs another one.
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

/**
 * Closes the tickets of objects that are about to be judged, and answers the keys that are to be judged now: those
 * where nothing was accepted before. An agent that asks for a credential while its message is being judged may get the
 * same key once more; what was accepted there stays, and a second object there is left out without stopping the
 * topic. The caller holds the lock under which entries are written.
 */
export async function closeTickets(
  executor: Executor,
  written: { objectKey: string; fingerprint: string }[],
  now: Date,
): Promise<Set<string>> {
  if (written.length === 0) return new Set();
  const { ledgerEntries, tickets } = tables;
  const asked = jsonParameter(
    written.map(({ objectKey, fingerprint }) => ({ object_key: objectKey, fingerprint })),
  );
  const closed = await executor.execute<{ object_key: string; was_accepted: boolean }>(
    // Rows are locked in the order of their keys, as everywhere, so that statements cannot deadlock.
    sql`with asked as (
          select * from json_to_recordset(${asked}::json) as asked(object_key text, fingerprint text)
        ), open as (
          select ticket.object_key from ${tickets} as ticket join asked using (object_key)
            where ticket.closed_at is null and ticket.judged_fingerprint is distinct from asked.fingerprint
            order by ticket.object_key for update of ticket
        )
        update ${tickets} set closed_at = ${now.toISOString()}, hinted_at = null, judged_fingerprint = fingerprint
        from asked join open using (object_key)
        where ${tickets.objectKey} = asked.object_key and ${isNull(tickets.closedAt)}
        returning ${tickets.objectKey}, exists (select 1 from ${ledgerEntries} as entry
          where entry.object_key = ${tickets.objectKey} and entry.outcome = 'accepted') as was_accepted`,
  );
  return new Set(closed.flatMap((row) => (row.was_accepted ? [] : [row.object_key])));
}

/**
 * Stores the highest numbers that agents have used, so that the next ids are fresh ones, and so records them as
 * participants. In an invited topic to take part lets an agent in: one that was taken off the list while it was writing
 * is therefore recorded as left out.
 */
export async function raiseNumbers(
  executor: Executor,
  topicId: string,
  numbers: Map<string, { message: number; request: number }>,
): Promise<void> {
  if (numbers.size === 0) return;
  const { topicAllowlist, topicParticipants, topics } = tables;
  const asked = jsonParameter(
    [...numbers].map(([agentId, { message, request }]) => ({ agent_id: agentId, message, request })),
  );
  await executor.execute(
    sql`insert into ${topicParticipants} as known
          (topic_id, agent_id, last_message_number, last_request_number, since_transaction, since_event, left_out)
        select ${topicId}, agent_id, message, request, ${hearingFromNow.transaction},
          coalesce((select min(id) - 1 from feed_events as written where written.agent_id is null
            and written.topic_id = ${topicId} and written.transaction = pg_current_xact_id()), ${hearingFromNow.event}),
          exists (select 1 from ${topics} where topic_id = ${topicId} and visibility = 'invite')
          and not exists (select 1 from ${topicAllowlist} as invited
            where invited.topic_id = ${topicId} and invited.agent_id = asked.agent_id)
        from json_to_recordset(${asked}::json) as asked(agent_id text, message integer, request integer)
        on conflict (topic_id, agent_id) do update
        set last_message_number = greatest(known.last_message_number, excluded.last_message_number),
          last_request_number = greatest(known.last_request_number, excluded.last_request_number)`,
  );
}
