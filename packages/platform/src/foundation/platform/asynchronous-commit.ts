import { sql } from 'drizzle-orm';

/**
 * Part of a statement, `asynchronous_commit`, whose commit does not wait for the disk; the statement must read from it. Use it for
 * rows that a crashing database may forget because another mechanism restores them, and name that mechanism (openspec:
 * publication).
 */
export const asynchronousCommitPart = sql`asynchronous_commit as materialized (select set_config('synchronous_commit', 'off', true))`;
