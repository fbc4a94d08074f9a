import type { MirroredRecords } from '@agent-home/http-contract';
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, jsonParameter, tables } from '../../database/index.ts';
import type { RunRow } from '../../registry/runs/visible-runs.ts';

/** Length of a part, in UTF-16 units. A longer record is a part of its own. */
const longestPart = 2_000_000;

/**
 * Returns a part of the log of a run with the values that it names. It depends on these members of the run and on the part alone,
 * because each record commits to those before it, and values come with the records that name them.
 */
export async function readRunRecords(
  database: Database,
  { agentId, runId, nextSeq }: Pick<RunRow, 'agentId' | 'runId' | 'nextSeq' | 'head' | 'erasedAt'>,
  { from, limit }: { from: number; limit: number },
): Promise<MirroredRecords> {
  const { runRecords } = tables;
  const rows = await database
    .select({ seq: runRecords.seq, sha256: runRecords.sha256, text: runRecords.text })
    .from(runRecords)
    .where(
      and(
        eq(runRecords.agentId, agentId),
        eq(runRecords.runId, runId),
        gte(runRecords.seq, from),
        lt(runRecords.seq, nextSeq),
      ),
    )
    .orderBy(asc(runRecords.seq))
    .limit(limit);
  const records: MirroredRecords['records'] = [];
  let length = 0;
  for (const { text, ...record } of rows) {
    length += text?.length ?? 0;
    if (records.length > 0 && length > longestPart) break;
    records.push({ ...record, ...(text === null ? {} : { text }) });
  }
  const next = from + records.length;
  return {
    ...{ run_id: runId, agent_id: agentId, records, total: nextSeq },
    values: await valuesOf(database, { agentId, runId }, records),
    ...(records.length > 0 && next < nextSeq ? { next_seq: next } : {}),
  };
}

/** Returns the values that these records name, in one another too. */
async function valuesOf(
  database: Database,
  { agentId, runId }: { agentId: string; runId: string },
  records: MirroredRecords['records'],
): Promise<MirroredRecords['values']> {
  const { runValues } = tables;
  const found = new Map<string, string>();
  let named = new Set(records.flatMap(({ text }) => namedIn(text ?? '')));
  while (named.size > 0) {
    const rows = await database
      .select({ sha256: runValues.sha256, text: runValues.text })
      .from(runValues)
      .where(
        and(
          eq(runValues.agentId, agentId),
          eq(runValues.runId, runId),
          sql`${runValues.sha256} in (select json_array_elements_text(${jsonParameter([...named])}::json))`,
        ),
      );
    named = new Set();
    for (const row of rows) {
      const text = z.string().parse(JSON.parse(row.text));
      found.set(row.sha256, text);
      for (const sha256 of namedIn(text)) if (!found.has(sha256)) named.add(sha256);
    }
  }
  return [...found].map(([sha256, text]) => ({ sha256, text }));
}

/** Returns the hashes that look like references to values; a hash that is none finds no row. */
function namedIn(text: string): string[] {
  return [...text.matchAll(/"\$beside":"([0-9a-f]{64})"/g)].flatMap(([, sha256]) => sha256 ?? []);
}
