import { unjudgedMembers } from '@agent-home/agent-runtime/run-log';
import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { z } from 'zod';
import { runBatchLimits } from './batch-limits.ts';

/** Store of logs, as far as batches need it. */
export interface BatchSource {
  value(runId: string, sha256: string): string | undefined;
}

export interface Batch {
  records: string[];
  values: string[];
}

/** Part of a run that is sent next. */
export interface Sendable {
  runId: string;
  lines: readonly string[];
  /** True if guardrails check the response to the latest request before these lines. */
  isGuarded: boolean;
}

/**
 * Takes lines from the front for one batch, with the values that they name. A value that does not fit next to its record is left out,
 * so that no record waits forever. So is output that no guardrail has passed: it stays on its machine (spec agent-guardrails).
 */
export function nextBatch({ lines, runId, isGuarded }: Sendable, source: BatchSource): Batch {
  const batch: Batch = { records: [], values: [] };
  const named = new Set<string>();
  let guarded = isGuarded;
  let bytes = 0;
  for (const line of lines.slice(0, runBatchLimits.records)) {
    const length = lengthOf(line);
    const isFirst = batch.records.length === 0;
    if (!isFirst && bytes + length > runBatchLimits.bytes) break;
    guarded = guardedAfter(line, guarded);
    const values = collectValues(shownPart(line, guarded), runId, source, named);
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

const requestSchema = z.object({ data: z.object({ guarded: z.boolean().optional() }) });

/** Returns true if guardrails check the response to the latest request, given the answer before this line. */
export function guardedAfter(line: string, before: boolean): boolean {
  if (!line.endsWith('"type":"model.requested"}')) return before;
  return requestSchema.safeParse(JSON.parse(line)).data?.data.guarded === true;
}

/** Returns the text of a record without output that guardrails have not checked. */
function shownPart(line: string, isGuarded: boolean): string {
  if (!isGuarded || !line.includes(mark)) return line;
  const { type, data } = JSON.parse(line) as { type: string; data: JsonObject };
  const unjudged = unjudgedMembers({ type, data });
  const shown = Object.entries(data).filter(([name]) => !unjudged.includes(name));
  return JSON.stringify(Object.fromEntries<JsonValue>(shown));
}

const mark = '"$beside":';
/** Reference to a value in canonical JSON. */
const reference = /"\$beside":"([0-9a-f]{64})"(?:,"bytes":\d+)?(?:,"form":"(text|json|sealed)")?/g;

/** Returns the values that a text names and that are not in `named` yet, and those that they name. */
function collectValues(text: string, runId: string, source: BatchSource, named: Set<string>): string[] {
  if (!text.includes(mark)) return [];
  const found: string[] = [];
  for (const [, sha256 = '', form] of text.matchAll(reference)) {
    // A private value never leaves the machine; the record commits to it.
    if (named.has(sha256) || form === 'sealed') continue;
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
