import { canonicalJson, type JsonObject, ledgerPackEntries } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { createYield } from '../../foundation/concurrency/yield-to-event-loop.ts';
import { lineColumns } from '../../publication/lines/line-columns.ts';
import type { Entry } from './ledger-objects.ts';

/** Returns the rows of ledger entries. Yields to other work in between, since each may be as large as a message. */
export async function entryRows(entries: readonly Entry[]): Promise<object[]> {
  const rows: object[] = [];
  const yieldToEventLoop = createYield();
  for (const { header, hash, body } of entries) {
    await yieldToEventLoop();
    rows.push({
      sequence: header.sequence,
      hash,
      input_type: header.input.type,
      agent_id: header.input.agent_id ?? null,
      object_key: header.input.object_key ?? null,
      outcome: header.verdict.outcome,
      reason: header.verdict.reason ?? null,
      header: canonicalJson(header as JsonObject),
      body_text: body?.text ?? null,
      judged_at: header.context.now,
      ...lineColumns(header, body?.text),
    });
  }
  return rows;
}

/**
 * Inserts rows of ledger entries, of their searchable messages, and of the packs that they complete, in one
 * statement. A pack that an archive ended early continues.
 */
export async function insertEntries(executor: Executor, topicId: string, rows: object[]): Promise<void> {
  await executor.execute(
    sql`with entry as (
          select * from json_to_recordset(${jsonParameter(rows)}::json) as entry(sequence integer, hash text,
            input_type text, agent_id text, object_key text, outcome text, reason text, header text,
            body_text text, judged_at timestamptz, spoken_by text, words text)
        ), spoken as (
          insert into ${tables.spokenLines} (topic_id, sequence, agent_id, accepted_at, words)
          select ${topicId}, sequence, spoken_by, judged_at, words::tsvector from entry where spoken_by is not null
        ), packed as (
          insert into ${tables.ledgerPacks} (topic_id, sequence, last_sequence)
          select ${topicId}, sequence - ${ledgerPackEntries - 1}, sequence from entry
          where sequence % ${ledgerPackEntries} = 0
          on conflict (topic_id, sequence) do update set last_sequence = excluded.last_sequence, due = true
        )
        insert into ${tables.ledgerEntries} (topic_id, sequence, hash, input_type, agent_id, object_key, outcome,
          reason, header, body_text, judged_at)
        select ${topicId}, sequence, hash, input_type, agent_id, object_key, outcome, reason, header, body_text,
          judged_at from entry`,
  );
}
