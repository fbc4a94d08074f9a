import type { CertifiedText } from '@agent-home/http-contract';
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';

/**
 * Returns the texts of platform objects as they are in the bucket, by key. Missing objects are omitted; if the condition is false,
 * all are. The condition is part of the statement, so that a restriction takes effect at its commit.
 */
export async function publishedTexts(
  executor: Executor,
  objectKeys: readonly string[],
  condition: SQL = sql`true`,
): Promise<Map<string, CertifiedText>> {
  if (objectKeys.length === 0) return new Map();
  const { publishedObjects } = tables;
  const rows = await executor.execute<{ object_key: string; version: number; text: string }>(
    sql`select object_key, confirmed_version as version, confirmed_text as text from ${publishedObjects}
        where confirmed_text is not null and ${condition}
          and object_key in (select json_array_elements_text(${jsonParameter(objectKeys)}::json))`,
  );
  return new Map(rows.map(({ object_key, version, text }) => [object_key, { object_key, version, text }]));
}
