import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import { and, eq, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';

/** Reads the records of a topic's mode, by key; the result lacks keys without a record. */
export async function findRecords(
  executor: Executor,
  topicId: string,
  keys: string[],
): Promise<Map<string, JsonObject>> {
  if (keys.length === 0) return new Map();
  const { topicRecords } = tables;
  const asked = sql`${topicRecords.key} in (select json_array_elements_text(${jsonParameter(keys)}::json))`;
  const rows = await executor
    .select({ key: topicRecords.key, value: topicRecords.value })
    .from(topicRecords)
    .where(and(eq(topicRecords.topicId, topicId), asked));
  return new Map(rows.map((row) => [row.key, JSON.parse(row.value) as JsonObject]));
}

export async function saveRecords(
  executor: Executor,
  topicId: string,
  records: ReadonlyMap<string, JsonObject>,
): Promise<void> {
  if (records.size === 0) return;
  const rows = jsonParameter([...records].map(([key, value]) => ({ key, value: canonicalJson(value) })));
  await executor.execute(
    sql`insert into ${tables.topicRecords} (topic_id, key, value)
        select ${topicId}, key, value from json_to_recordset(${rows}::json) as record(key text, value text)
        on conflict (topic_id, key) do update set value = excluded.value`,
  );
}
