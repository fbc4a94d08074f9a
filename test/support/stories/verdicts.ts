import { tables } from '@agent-home/platform/database';
import { and, desc, eq } from 'drizzle-orm';
import type { TestHome } from '../start-home.ts';

const { ledgerEntries } = tables;

/**
 * Returns the verdict on the newest bytes judged at a key, as `accepted`, `rejected not_your_turn`, `ruled_out
 * repeated`.
 */
export async function newestVerdict(
  { open }: TestHome,
  topicId: string,
  objectKey: string,
): Promise<{ sequence: number; verdict: string } | undefined> {
  const { sequence, outcome, reason } = ledgerEntries;
  const [row] = await open.platform.database
    .select({ sequence, outcome, reason })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.topicId, topicId), eq(ledgerEntries.objectKey, objectKey)))
    .orderBy(desc(sequence))
    .limit(1);
  return (
    row && {
      sequence: row.sequence,
      verdict: row.reason === null ? row.outcome : `${row.outcome} ${row.reason}`,
    }
  );
}

export function countEntries({ open }: TestHome, topicId: string): Promise<number> {
  return open.platform.database.$count(ledgerEntries, eq(ledgerEntries.topicId, topicId));
}

/** Returns the ticket of a key if it is closed, which means that the home no longer reads the key. */
export async function closedTicket(
  { open }: TestHome,
  objectKey: string,
): Promise<{ notAfter: Date } | undefined> {
  const { tickets } = tables;
  const [ticket] = await open.platform.database
    .select({ notAfter: tickets.notAfter, closedAt: tickets.closedAt })
    .from(tickets)
    .where(eq(tickets.objectKey, objectKey));
  return ticket?.closedAt ? ticket : undefined;
}
