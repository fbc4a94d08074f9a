import { join } from 'node:path';
import type { StoredLog } from '@agent-home/agent-runtime';
import { type AuthenticLog, authenticPart, macBytes } from './log-mac.ts';
import { openRegular, readRegular, readRegularBytes } from './open-regular.ts';
import type { RunPaths } from './run-paths.ts';
import { RunStoreError } from './run-store-error.ts';

/** Larger logs are not read into memory; real runs are far smaller. */
const largestLog = 512 * 1024 * 1024;

/** A stored log, and how much of it this machine wrote. */
export interface LogOnDisk extends StoredLog {
  /** @throws StateFolderError */
  authentic(): AuthenticLog | undefined;
}

/**
 * @param key of this machine’s logs; read when authenticity is first checked
 * @throws RunStoreError `no_such_run`, `log_unreadable`
 */
export async function readStoredLog(
  { log, macs, values }: RunPaths,
  { runId, key, largest = largestLog }: { runId: string; key: () => Buffer; largest?: number },
): Promise<LogOnDisk> {
  const file = await openRegular(log).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new RunStoreError('no_such_run', `run ${runId} does not exist: see agent-home runs list`, {
        cause: error,
      });
    throw new RunStoreError('log_unreadable', `the log of ${runId} cannot be read: ${error.code}`, {
      cause: error,
    });
  });
  try {
    const { size } = await file.stat();
    if (size > largest) throw new RunStoreError('log_unreadable', `the log of ${runId} is too large`);
    const bytes = await file.readFile();
    const end = bytes.lastIndexOf(0x0a) + 1;
    const lines = decode(bytes.subarray(0, end), runId).split('\n').slice(0, -1);
    const authentic = () => authenticPart(lines, readMacs(macs, lines.length), { key: key(), runId });
    return {
      lines,
      tornBytes: bytes.length - end,
      value: (sha256) => readValue(values, sha256),
      authentic,
      isAuthentic: () => authentic()?.lines === lines.length,
    };
  } finally {
    await file.close();
  }
}

function decode(bytes: Buffer, runId: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new RunStoreError('log_unreadable', `the log of ${runId} is not UTF-8`, { cause: error });
  }
}

/** MACs are read after the log, because its writer writes them before it. A MAC may exist for each line that was never written. */
function readMacs(path: string, lines: number): Buffer {
  try {
    return readRegularBytes(path, lines * macBytes);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Returns an attachment; undefined if the folder has none. */
export function readValue(folder: string, sha256: string): string | undefined {
  if (!/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  try {
    return readRegular(join(folder, sha256), largestLog);
  } catch {
    return undefined;
  }
}
