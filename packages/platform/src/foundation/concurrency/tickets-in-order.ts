import { type SQL, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';

/**
 * Returns the condition for a statement that updates all tickets matching `condition`. It locks them in the order of their keys, as
 * every other statement does, so that statements cannot deadlock.
 */
export function ticketsInOrder(condition: SQL | undefined): SQL {
  const { tickets } = tables;
  return sql`${tickets.objectKey} in (
    select ${tickets.objectKey} from ${tickets} where ${condition} order by ${tickets.objectKey} for update)`;
}
