import { sql } from 'drizzle-orm';

/**
 * A part of a statement, `unhurried`, by which its commit does not wait for the disk; the statement has to read from it.
 * It is for what a database that dies within the second may forget, because something else brings it back: whoever uses
 * it says what (openspec: publication).
 */
export const unhurriedPart = sql`unhurried as materialized (select set_config('synchronous_commit', 'off', true))`;
