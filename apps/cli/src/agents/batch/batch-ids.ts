import { randomBytes } from 'node:crypto';
import { sha256Hex } from '@agent-home/protocol';

export function newBatchId(): string {
  return randomBytes(8).toString('hex');
}

/** Each line speaks in a session of its own, which `agents run` never goes on with by itself. */
export function sessionOfLine(batchId: string, line: number): string {
  return `batch-${batchId}-${line}`;
}

/** The session that stands for the whole batch: whoever holds it works on it alone. */
export function sessionOfBatch(batchId: string): string {
  return `batch-${batchId}`;
}

/**
 * The run of a line, known before it begins: whoever goes on with a batch finds it again, whatever was written down of it.
 * @param attempt how many before it were told nothing, because their process died on the way
 */
export function runOfLine(
  batchId: string,
  { line, sha256 }: { line: number; sha256: string },
  attempt: number,
): string {
  const text = [batchId, line, sha256, attempt].join('\n');
  return `run_b${sha256Hex(new TextEncoder().encode(text)).slice(0, 32)}`;
}
