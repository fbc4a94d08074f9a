import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredLog } from '@agent-home/agent-runtime';
import {
  LogError,
  type LogHead,
  type RunOverview,
  type RunRecord,
  runOverview,
} from '@agent-home/agent-runtime/run-log';
import { type FileRunStore, RunStoreError } from '@agent-home/runtime-node';
import { StateFolderError } from '@agent-home/runtime-node/state';
import { verifiedRecords } from '../runs/read-run.ts';

/** Records that are verified before other requests get their turn. */
const recordsAtOnce = 200;

/** Largest log with its attachments, in bytes of its files: records take a few times as much memory. */
const largestRead = 256 * 1024 * 1024;

/** A log as far as it is valid. */
export interface ReadLog {
  records: RunRecord[];
  /** Absent without a valid record. */
  overview?: RunOverview;
  head?: LogHead;
  tornBytes: number;
  isAuthentic: boolean;
  /** First fault of the log. */
  fault?: { code: string; message: string };
}

/** Reads and verifies a log. A log that cannot be read has its code as its fault. */
export async function readLog(store: FileRunStore, runId: string): Promise<ReadLog> {
  try {
    const stored = await store.read(runId, { largest: largestRead });
    const reading = verifiedRecords({ ...stored, value: limitValues(stored, runId) });
    const records: RunRecord[] = [];
    let next = reading.next();
    for (; !next.done; next = reading.next()) {
      records.push(next.value);
      if (records.length % recordsAtOnce === 0) await nextTurn();
    }
    const { head, problem } = next.value;
    const overview = runOverview(records);
    const fault = problem ?? verifyPlace(records, runId);
    return {
      records,
      ...(overview === undefined ? {} : { overview }),
      ...(records.length === 0 ? {} : { head }),
      tornBytes: stored.tornBytes,
      isAuthentic: stored.isAuthentic(),
      ...(fault === undefined ? {} : { fault: { code: fault.code, message: fault.message } }),
    };
  } catch (error) {
    if (!(error instanceof RunStoreError || error instanceof StateFolderError)) throw error;
    const fault = { code: error.code, message: error.message };
    return { records: [], tornBytes: 0, isAuthentic: false, fault };
  }
}

/** Returns the attachments of a log up to the limit. */
function limitValues({ lines, value }: StoredLog, runId: string): StoredLog['value'] {
  let read = lines.reduce((sum, line) => sum + line.length, 0);
  return (sha256) => {
    const text = value(sha256);
    read += text?.length ?? 0;
    if (read > largestRead)
      throw new RunStoreError('log_unreadable', `run ${runId} is too large for a web page: use runs show`);
    return text;
  };
}

/** No command finds a log in the folder of another run. */
function verifyPlace([first]: readonly RunRecord[], runId: string): LogError | undefined {
  if (!first || first.correlationId === runId) return undefined;
  return new LogError('wrong_run', 0, 'lies in the folder of another run');
}
