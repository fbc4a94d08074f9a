import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replayLog } from '@agent-home/agent-runtime';
import { checkedValue, putBack, type RunRecord, verifyLog } from '@agent-home/agent-runtime/run-log';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { type Audited, getAudit } from './audit-log.ts';
import { collectedInto } from './collected-into.ts';

/** Copy as written by `observe-logs.mjs`. */
const copySchema = z.object({
  path: z.string(),
  process: z.number(),
  text: z.string(),
  values: z.record(z.string(), z.string()),
});
export type LogCopy = z.infer<typeof copySchema>;

export interface FolderAudit extends Audited {
  logs: number;
  /** Number of processes that wrote the logs. */
  processes: number;
  records: number;
  /** Logs that a replay of their inputs does not reproduce byte for byte. */
  unequal: string[];
}

/** Audits every log in a folder: recreates it from its inputs, compares and checks it. */
export function auditFolder(folder: string): FolderAudit {
  const audit: FolderAudit = { logs: 0, processes: 0, records: 0, calls: 0, unequal: [], problems: [] };
  const processes = new Set<number>();
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.json')) continue;
    const copy = copySchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    processes.add(copy.process);
    audit.logs++;
    try {
      const records = replayedRecords(copy);
      audit.records += records.length;
      const { calls, problems } = getAudit(records);
      audit.calls += calls;
      audit.problems.push(...problems.map((problem) => `${copy.path}: ${problem}`));
    } catch (error) {
      audit.unequal.push(`${copy.path}: ${String(error).split('\n')[0]?.slice(0, 300)}`);
    }
  }
  return { ...audit, processes: processes.size };
}

/**
 * Returns the records with their values.
 * @throws LogError if they differ from the replay
 */
export function replayedRecords({ text, values }: Pick<LogCopy, 'text' | 'values'>): RunRecord[] {
  // A process that died within a line left half of it: the next writer cuts it off.
  const lines = text.split('\n').slice(0, -1);
  const value = (sha256: string) => (Object.hasOwn(values, sha256) ? values[sha256] : undefined);
  const { records } = verifyLog(lines);
  replayLog(lines, value);
  return records.map((record) => {
    const data = putBack(record.data, checkedValue(value, record.seq)) as RunRecord['data'];
    return { ...record, data };
  });
}

export function formatAudit({ logs, processes, records, unequal, calls, problems }: FolderAudit): string {
  return `unequal replays: ${logs} logs of runs by ${processes} processes, ${records} records replayed: ${unequal.length} unequal; ${calls} calls of tools audited: ${problems.length} exceptions`;
}

/**
 * Audits the run logs that the tests wrote, once at the end of a test run. Prints the counts, and fails the run for an invalid log.
 */
export default function setup(_project: TestProject): () => void {
  // Another project of the same test run collects already.
  if (process.env[collectedInto] !== undefined) return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-logs-'));
  process.env[collectedInto] = folder;
  return () => {
    delete process.env[collectedInto];
    const audit = auditFolder(folder);
    rmSync(folder, { recursive: true, force: true });
    console.log(formatAudit(audit));
    const wrong = [...audit.unequal, ...audit.problems];
    if (wrong.length === 0) return;
    console.error(wrong.slice(0, 10).join('\n'));
    // A throw here would skip the remaining teardowns, and the suite would still pass.
    process.exitCode = 1;
  };
}
