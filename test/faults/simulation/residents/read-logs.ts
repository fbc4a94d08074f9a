import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Log of a run as it lies in the folder of runs. */
export interface KeptLog {
  runId: string;
  agentId: string;
  /** Time of its first record. */
  startedAt: number;
  /** Whole lines, without one that a death has torn. */
  lines: string[];
  hasEnded: boolean;
  /** Type of its last record. */
  last: string;
  /** Status of the record that ends it. */
  status: string | undefined;
}

const recordSchema = z.object({
  type: z.string(),
  time: z.string(),
  data: z.record(z.string(), z.unknown()),
});
const startSchema = z.object({ identity: z.object({ agent_id: z.string() }) });

/** Returns all logs in a folder, oldest first. */
export async function readLogs(runs: string): Promise<KeptLog[]> {
  const names = await readdir(runs).catch(() => []);
  const logs = await Promise.all(names.map((runId) => readLog(runs, runId)));
  return logs.flatMap((log) => log ?? []).sort((one, other) => one.startedAt - other.startedAt);
}

async function readLog(runs: string, runId: string): Promise<KeptLog | undefined> {
  const text = await readFile(join(runs, runId, 'log.jsonl'), 'utf8').catch(() => '');
  const lines = text.split('\n').slice(0, -1);
  const [first, last] = [parse(lines[0]), parse(lines.at(-1))];
  if (!first || !last) return undefined;
  const hasEnded = last.type === 'run.ended';
  return {
    runId,
    agentId: startSchema.safeParse(first.data).data?.identity.agent_id ?? '',
    startedAt: Date.parse(first.time),
    lines,
    hasEnded,
    last: last.type,
    status: hasEnded ? String(last.data.status) : undefined,
  };
}

function parse(line: string | undefined) {
  if (line === undefined) return undefined;
  try {
    return recordSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
