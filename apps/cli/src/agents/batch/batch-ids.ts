import { randomBytes } from 'node:crypto';
import { sha256Hex } from '@agent-home/protocol';

export function newBatchId(): string {
  return randomBytes(8).toString('hex');
}

/** Returns the session of a line: its own, which `agents run` never continues by itself. */
export function sessionOfLine(batchId: string, line: number): string {
  return `batch-${batchId}-${line}`;
}

/** Returns the session of the whole batch. The holder of its lock is the only process that works on the batch. */
export function sessionOfBatch(batchId: string): string {
  return `batch-${batchId}`;
}

/**
 * Returns the run id of a line. It is computed before the run begins, so that a resumed batch always finds the run.
 * @param attempt number of earlier runs without a message because their process died
 */
export function runOfLine(
  batchId: string,
  { line, sha256 }: { line: number; sha256: string },
  attempt: number,
): string {
  const text = [batchId, line, sha256, attempt].join('\n');
  return `run_b${sha256Hex(new TextEncoder().encode(text)).slice(0, 32)}`;
}
