import { join } from 'node:path';
import { RunStoreError } from './run-store-error.ts';

/** Run ids may come from a command line, so an id must not lead out of the folder of runs. */
const safeRunId = /^[a-z0-9][a-z0-9_-]{5,79}$/;

export function isRunId(text: string): boolean {
  return safeRunId.test(text);
}

export interface RunPaths {
  folder: string;
  /** One record per line. */
  log: string;
  /** MACs of the records, 32 bytes each. */
  macs: string;
  /** Values above 32 kB, each under its sha256. */
  values: string;
  /** Requests of other processes. */
  inbox: string;
  /** Prefix of its lock names. */
  lock: string;
}

/** @throws RunStoreError `invalid_run_id` */
export function runPaths(runsFolder: string, runId: string): RunPaths {
  if (!isRunId(runId))
    throw new RunStoreError(
      'invalid_run_id',
      `${JSON.stringify(runId.slice(0, 80))} is not a run id: see agent-home runs list`,
    );
  const folder = join(runsFolder, runId);
  return {
    folder,
    log: join(folder, 'log.jsonl'),
    macs: join(folder, 'log.mac'),
    values: join(folder, 'values'),
    inbox: join(folder, 'inbox'),
    lock: join(folder, 'lock'),
  };
}
