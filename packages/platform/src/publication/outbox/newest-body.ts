import type { JsonObject } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';

/** Returns the newest versions of platform objects without their certificates, by key, whether published or still enqueued. */
export async function newestBodies(
  executor: Executor,
  objectKeys: string[],
): Promise<{ objectKey: string; body: JsonObject }[]> {
  const { outbox, publishedObjects } = tables;
  const rows = await executor.execute<{ object_key: string; text: string | null }>(
    sql`select known.object_key, coalesce(
          (select owed.body from ${outbox} as owed where owed.object_key = known.object_key
            order by owed.version desc limit 1), known.confirmed_text) as text
        from ${publishedObjects} as known
        where known.object_key in (select json_array_elements_text(${jsonParameter(objectKeys)}::json))
        order by known.object_key`,
  );
  return rows.flatMap(({ object_key: objectKey, text }) => {
    if (text === null) return [];
    const { cert: _, ...body } = JSON.parse(text) as JsonObject;
    return [{ objectKey, body: body as JsonObject }];
  });
}
