import { type Executor, jsonParameter, tables } from '@agent-home/database';
import { objectKey, type TopicRequestResult } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';

/** What these results are about, in their authors' words; undefined where those were erased. */
export async function titlesProposed(
  executor: Executor,
  results: readonly TopicRequestResult[],
): Promise<(string | undefined)[]> {
  if (results.length === 0) return [];
  const { ledgerEntries } = tables;
  const keys = results.map(({ topic_id, agent_id, request_id }) =>
    objectKey('topic_request', { topic_id, agent_id, request_id }),
  );
  const rows = await executor.execute<{ key: string; body: string | null }>(
    sql`select asked.key, (
          select entry.body_text from ${ledgerEntries} as entry
          where entry.object_key = asked.key and entry.outcome = 'accepted' limit 1) as body
        from json_array_elements_text(${jsonParameter(keys)}::json) as asked(key)`,
  );
  const titles = new Map(
    rows.map(({ key, body }) => {
      const { payload } = (body === null ? {} : JSON.parse(body)) as { payload?: { title?: unknown } };
      return [key, typeof payload?.title === 'string' ? payload.title.slice(0, 280) : undefined];
    }),
  );
  return keys.map((key) => titles.get(key));
}
