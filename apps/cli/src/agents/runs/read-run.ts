import { type RunStore, replayLog, type StoredLog } from '@agent-home/agent-runtime';
import {
  type Commitment,
  LogError,
  type LogHead,
  type RunRecord,
  RunVerifier,
} from '@agent-home/agent-runtime/run-log';

export interface ReadRun {
  /** Valid records, with attachments inserted. */
  records: RunRecord[];
  /** Lines that the run wrote, each with a commitment to this log. */
  commitments: readonly Commitment[];
  /** Head at the last valid record. */
  head: LogHead;
  /** SHA-256 of each valid record, in order. */
  hashes: readonly string[];
  /** First problem in the log. */
  problem?: LogError;
  /** Size of an incomplete last line, in bytes. */
  tornBytes: number;
  lines: string[];
  /** Returns the text of a value in its own file. */
  value: StoredLog['value'];
  /** True if this machine wrote the log: without that it cannot be continued. */
  isAuthentic(): boolean;
}

/**
 * Replays the run and returns an error for the first record that differs from its inputs and rules: a forged decision can have a
 * valid hash chain.
 */
export function judgeRun({ problem, lines, value }: ReadRun): LogError | undefined {
  if (problem || lines.length === 0) return problem;
  try {
    replayLog(lines, value);
    return undefined;
  } catch (error) {
    if (error instanceof LogError) return error;
    throw error;
  }
}

/** End of a log after its last valid record. */
export type LogEnd = Pick<ReadRun, 'commitments' | 'head' | 'hashes' | 'problem'>;

/** Yields the records of a stored log, each verified when it is read, so that one record is held at a time. */
export function* verifiedRecords({
  lines,
  value,
}: Pick<StoredLog, 'lines' | 'value'>): Generator<RunRecord, LogEnd> {
  const verifier = new RunVerifier(value);
  const end = () => {
    const { commitments, head, hashes } = verifier;
    return { commitments, head, hashes };
  };
  try {
    for (const line of lines) yield verifier.take(line);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { ...end(), problem: error };
  }
  return end();
}

/** Reads a run's log and verifies every record. @throws RunStoreError */
export async function readRun(store: RunStore, runId: string): Promise<ReadRun> {
  return readLog(await store.read(runId));
}

/** Verifies every record of a log. */
export function readLog({ lines, tornBytes, value, isAuthentic }: StoredLog): ReadRun {
  const records: RunRecord[] = [];
  const reading = verifiedRecords({ lines, value });
  let next = reading.next();
  for (; !next.done; next = reading.next()) records.push(next.value);
  return { records, ...next.value, tornBytes, lines, value, isAuthentic };
}
