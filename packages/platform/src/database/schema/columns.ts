import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

export function moment(name: string) {
  return timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
}

export function momentNow(name: string) {
  return moment(name).notNull().defaultNow();
}

/** A transaction's number, which is never used again. As text: it outgrows what a double holds. */
export const transactionNumber = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/** The transaction that writes the row. */
export function writingTransaction(name: string) {
  return transactionNumber(name).notNull().default(sql`pg_current_xact_id()`);
}

/**
 * Position at which an agent began to follow: of events for all followers it receives those written by this
 * transaction or a later one and with a higher id. Both, because a transaction may begin early and write late.
 */
export const hearingSince = () => ({
  sinceTransaction: transactionNumber('since_transaction').notNull().default('0'),
  sinceEvent: bigint('since_event', { mode: 'number' }).notNull().default(0),
});

/**
 * The characters of a text, its pairs and its triples of neighbours, case folded: what holds a text holds all of its
 * parts. So an index of parts finds any part of a name, in scripts without spaces as well, for which one of whole words has
 * nothing, and one of triples alone nothing for two characters. The function is made by the migration `parts_of_names`.
 */
export function collectParts(text: SQLWrapper | string): SQL {
  return sql`parts_of(${text})`;
}

/** The longest parts alone: they are the rarest, and what holds them all holds the shorter ones too. */
export function getLongestParts(text: string): SQL {
  return sql`array(select part from (
    select part, length(part) as length, max(length(part)) over () as longest from unnest(parts_of(${text})) as part
  ) as parts where length = longest)`;
}
