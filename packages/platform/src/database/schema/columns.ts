import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

export function moment(name: string) {
  return timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
}

export function momentNow(name: string) {
  return moment(name).notNull().defaultNow();
}

/** Number of a transaction, which is never reused. Stored as text, because it exceeds the precision of a double. */
export const transactionNumber = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/** The transaction that writes the row. */
export function writingTransaction(name: string) {
  return transactionNumber(name).notNull().default(sql`pg_current_xact_id()`);
}

/**
 * Position at which an agent began to follow. Of events for all followers it receives those written by this transaction or a later
 * one and with a higher id. Both are needed, because a transaction may begin early and write late.
 */
export const hearingSince = () => ({
  sinceTransaction: transactionNumber('since_transaction').notNull().default('0'),
  sinceEvent: bigint('since_event', { mode: 'number' }).notNull().default(0),
});

/**
 * Returns the characters of a text, its pairs and its triples of neighbours, case folded: a text contains all parts of any text
 * within it. An index of parts finds any part of a name, in scripts without spaces as well. An index of whole words would find
 * nothing there, and one of triples alone nothing for two characters. The migration `parts_of_names` creates the function.
 */
export function collectParts(text: SQLWrapper | string): SQL {
  return sql`parts_of(${text})`;
}

/** Returns only the longest parts: they are the rarest, and a text with all of them has the shorter ones too. */
export function getLongestParts(text: string): SQL {
  return sql`array(select part from (
    select part, length(part) as length, max(length(part)) over () as longest from unnest(parts_of(${text})) as part
  ) as parts where length = longest)`;
}
