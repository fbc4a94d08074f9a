import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';

/** Removes the lines of these entries from the search. */
export async function forgetLines(
  executor: Executor,
  topicId: string,
  sequences: readonly number[],
): Promise<void> {
  if (sequences.length === 0) return;
  const numbers = jsonParameter(sequences);
  for (const table of [tables.spokenLines, tables.unreadLines])
    await executor.delete(table).where(
      sql`${table.topicId} = ${topicId}
          and ${table.sequence} in (select json_array_elements_text(${numbers}::json)::integer)`,
    );
}
