import { sql } from 'drizzle-orm';

/**
 * A part of a statement, `asynchronous_commit`, by which its commit does not wait for the disk; the statement has to read
 * from it. Use it for rows that a database that dies within the second may forget because another mechanism restores
 * them, and name that mechanism (openspec: publication).
 */
export const asynchronousCommitPart = sql`asynchronous_commit as materialized (select set_config('synchronous_commit', 'off', true))`;
