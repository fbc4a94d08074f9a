import { randomBytes } from 'node:crypto';
import { hashLine } from '@agent-home/agent-runtime/run-log';
import postgres from 'postgres';
import type { SampleRun } from './sample-run.ts';

/** Writes the rows of mirrored runs by hand, on copies of the real tables with their indexes. */
interface RunRows {
  /** Commits each batch of a run in a transaction: the run’s row, then the records. */
  commitRun(run: SampleRun, batchSize: number): Promise<void>;
  close(): Promise<void>;
}

/** Length as in the row of a short run. */
const facts = 'f'.repeat(700);

export async function openRunRows(databaseUrl: string, connections: number): Promise<RunRows> {
  const schema = `floor_${randomBytes(4).toString('hex')}`;
  const sql = postgres(databaseUrl, {
    max: connections,
    fetch_types: false,
    onnotice: () => {},
    connection: { search_path: schema },
  });
  await sql`create schema ${sql(schema)}`;
  for (const table of ['runs', 'run_records'])
    await sql`create table ${sql(schema)}.${sql(table)} (like public.${sql(table)} including all)`;
  return {
    async commitRun({ agentId, runId, lines }, batchSize) {
      const rows = lines.map((text, seq) => ({
        agent_id: agentId,
        run_id: runId,
        seq,
        sha256: hashLine(text),
        text,
      }));
      for (let from = 0; from < rows.length; from += batchSize) {
        const batch = rows.slice(from, from + batchSize);
        const head = batch.at(-1)?.sha256 ?? '';
        await sql.begin((transaction) => [
          transaction`insert into runs
              (agent_id, run_id, facts, state, agent_name, asked, tools, models, trace_id, source, started_at, next_seq, head, bytes)
            values (${agentId}, ${runId}, ${facts}, 'running', ${agentId}, 'How is the weather?', '{home.say}', '{small}',
              ${head.slice(0, 32)}, ${`agent-home/runtime/${agentId}`}, now(), ${from + batch.length}, ${head}, 1)
            on conflict (agent_id, run_id) do update set facts = excluded.facts, next_seq = excluded.next_seq, head = excluded.head`,
          transaction`insert into run_records ${transaction(batch, 'agent_id', 'run_id', 'seq', 'sha256', 'text')}`,
        ]);
      }
    },
    async close() {
      await sql`drop schema ${sql(schema)} cascade`;
      await sql.end({ timeout: 5 });
    },
  };
}
