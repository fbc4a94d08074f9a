import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunRecord } from '@agent-home/run-log';
import type { TestProject } from 'vitest/node';
import { type Audited, auditOf } from './audit-log.ts';

/** Where tests put the logs of their runs; workers of the suite are processes, and inherit it. */
const variable = 'RUN_LOGS_OF_TESTS';

/** Keeps a log for the audit at the end of the suite. @param records with their values in them */
export function collectLog(records: readonly RunRecord[]): void {
  const folder = process.env[variable];
  const [first] = records;
  if (folder === undefined || !first) return;
  mkdirSync(folder, { recursive: true });
  const name = `${first.correlationId}-${process.pid}-${process.hrtime.bigint()}.jsonl`;
  writeFileSync(join(folder, name), records.map((record) => JSON.stringify(record)).join('\n'));
}

/** Everything that lies in a folder of logs, audited. */
export function auditFolder(folder: string): Audited & { logs: number } {
  const audited = { logs: 0, calls: 0, problems: [] as string[] };
  for (const name of readdirSync(folder).sort()) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    const { calls, problems } = auditOf(lines.map((line) => JSON.parse(line) as RunRecord));
    audited.logs++;
    audited.calls += calls;
    audited.problems.push(...problems.map((problem) => `${name}: ${problem}`));
  }
  return audited;
}

/** Of a whole suite: its end says how many logs were audited, and fails where one breaks a rule. */
export default function setup(_project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-logs-'));
  process.env[variable] = folder;
  return () => {
    delete process.env[variable];
    const { logs, calls, problems } = auditFolder(folder);
    rmSync(folder, { recursive: true, force: true });
    console.log(`${logs} logs of runs audited, ${calls} calls of tools: ${problems.length} exceptions`);
    if (problems.length === 0) return;
    console.error(problems.slice(0, 10).join('\n'));
    // Whoever throws here keeps what else has to be ended from it, and the suite passes.
    process.exitCode = 1;
  };
}
