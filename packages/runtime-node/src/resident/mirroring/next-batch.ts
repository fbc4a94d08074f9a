import { runBatchLimits } from './batch-limits.ts';

/** Store of logs, as far as batches need it. */
export interface BatchSource {
  value(runId: string, sha256: string): string | undefined;
}

export interface Batch {
  records: string[];
  values: string[];
}

/**
 * Takes lines from the front for one batch, with the values that they name. A value that does not fit next to its record is left out,
 * so that no record waits forever.
 */
export function nextBatch(lines: readonly string[], runId: string, source: BatchSource): Batch {
  const batch: Batch = { records: [], values: [] };
  const named = new Set<string>();
  let bytes = 0;
  for (const line of lines.slice(0, runBatchLimits.records)) {
    const length = lengthOf(line);
    const isFirst = batch.records.length === 0;
    if (!isFirst && bytes + length > runBatchLimits.bytes) break;
    const values = collectValues(line, runId, source, named);
    const all = length + values.reduce((sum, value) => sum + lengthOf(value), 0);
    if (!isFirst && bytes + all > runBatchLimits.bytes) break;
    batch.records.push(line);
    bytes += length;
    for (const value of values) {
      if (batch.values.length === runBatchLimits.records) break;
      const more = lengthOf(value);
      if (more > runBatchLimits.valueBytes || bytes + more > runBatchLimits.bytes) continue;
      batch.values.push(value);
      bytes += more;
    }
  }
  return batch;
}

/** Returns the values that a text names and that are not in `named` yet, and those that they name. */
function collectValues(text: string, runId: string, source: BatchSource, named: Set<string>): string[] {
  const found: string[] = [];
  for (const [, sha256 = ''] of text.matchAll(/"\$beside":"([0-9a-f]{64})"/g)) {
    if (named.has(sha256)) continue;
    named.add(sha256);
    const value = source.value(runId, sha256);
    if (value === undefined) continue;
    found.push(value, ...collectValues(value, runId, source, named));
  }
  return found;
}

/** Length in the JSON of the request, where quotes and control characters are escaped. */
function lengthOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
