import { tables } from '@agent-home/database';
import { type SQL, sql } from 'drizzle-orm';

/**
 * For a statement that changes whichever tickets fulfil a condition: they are locked in the order of their keys, as
 * requests for credentials and judging lock theirs, so that nobody waits in a circle.
 */
export function ticketsInOrder(condition: SQL | undefined): SQL {
  const { tickets } = tables;
  return sql`${tickets.objectKey} in (
    select ${tickets.objectKey} from ${tickets} where ${condition} order by ${tickets.objectKey} for update)`;
}
