import { emptyLog, type RunRecord, sealRecord } from '@agent-home/agent-runtime/run-log';
import type { JsonObject } from '@agent-home/protocol';
import type { FileRunStore } from '@agent-home/runtime-node';

/**
 * Returns the lines of a run that differs from another one in its id.
 * @param change returns the data of a record; by default its own. A changed run does not replay.
 */
export function copiedLines(
  records: readonly RunRecord[],
  runId: string,
  change: (record: RunRecord) => JsonObject = ({ data }) => data,
): string[] {
  let head = emptyLog;
  const before = records[0]?.correlationId ?? '';
  return records.map((record) => {
    const data = JSON.parse(JSON.stringify(change(record)).replaceAll(before, runId));
    const cause = record.causationId?.split(':').at(-1);
    const draft = { type: record.type, data, ...(cause === undefined ? {} : { cause: Number(cause) }) };
    const sealed = sealRecord(head, { runId, source: record.source }, record.time, draft);
    head = sealed.head;
    return sealed.line;
  });
}

/** Stores a log as this machine's own. */
export async function storeLines(
  store: FileRunStore,
  runId: string,
  lines: readonly string[],
): Promise<void> {
  const writer = await store.create(runId);
  await writer.append(lines, new Map());
  await writer.close();
}
