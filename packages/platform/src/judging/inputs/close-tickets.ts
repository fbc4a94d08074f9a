import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { TicketRow } from './topic-work.ts';

/**
 * Removes the mark of a store event from a ticket whose key had no new object, and closes the ticket if it has expired. Returns
 * false if another event arrived during the read: the key must then be read again.
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
 * Closes the tickets of objects that are about to be judged, and returns the keys to judge now: those without an accepted object.
 * An agent that requests a credential while its message is being judged may get the same key once more. The accepted object then
 * stays, and a second one at the key is skipped without stopping the topic. The caller holds the lock under which entries are
 * written.
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
    // Rows are locked in the order of their keys, as in all statements, so that statements cannot deadlock.
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
