import {
  addToFacts,
  hashLine,
  LogError,
  type RunFacts,
  type RunRecord,
  verifyLine,
} from '@agent-home/agent-runtime/run-log';
import { type RunBatch, runBatchLimits } from '@agent-home/http-contract';
import { type JsonValue, sha256HexOfText } from '@agent-home/protocol';
import { createYield } from '../../foundation/concurrency/yield-to-event-loop.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';

/** Line of a batch, before its place in the log is known. */
export interface SentLine {
  seq: number;
  text: string;
  sha256: string;
  bytes: number;
}

/** Deepest place of a reference to a value: canonical JSON has 64 levels, and each may be a value of its own. */
const deepestValue = 128;

const encoder = new TextEncoder();

/** Returns the lines of a batch with their hashes. @throws PlatformError `invalid_input` for a batch above the limits */
export async function readLines({ from_seq, records, values = [] }: RunBatch): Promise<SentLine[]> {
  const pause = createYield();
  let total = values.reduce((sum, value) => sum + sizeOf(value), 0);
  const lines: SentLine[] = [];
  for (const [index, text] of records.entries()) {
    const bytes = sizeOf(text);
    total += bytes;
    if (bytes > runBatchLimits.lineBytes)
      throw new PlatformError('invalid_input', 'the record is longer than 1 MiB and cannot be mirrored', {
        path: `records.${index}`,
      });
    lines.push({ seq: from_seq + index, text, sha256: hashLine(text), bytes });
    await pause();
  }
  if (total > runBatchLimits.bytes)
    throw new PlatformError('invalid_input', 'the batch is longer than 2 MiB; send fewer records or values', {
      path: 'records',
    });
  return lines;
}

/** Place of a log's next record. */
export interface LogPlace {
  runId: string;
  head: { seq: number; hash: string };
  facts: RunFacts | undefined;
  /** `source` of the earlier records. */
  source: string | undefined;
  /** Values of the batch by their SHA-256. */
  values: ReadonlyMap<string, string>;
}

export interface VerifiedLines {
  facts: RunFacts;
  source: string;
  head: { seq: number; hash: string };
  records: RunRecord[];
}

/**
 * Verifies lines as the continuation of a log: form, order, chain and source.
 * @throws PlatformError `run_record_invalid`; LogError `broken_chain` if the first line continues another log
 */
export async function verifyLines(
  place: LogPlace,
  lines: readonly SentLine[],
  checkStart: (record: RunRecord) => void,
): Promise<VerifiedLines | undefined> {
  const pause = createYield();
  let { head, facts, source } = place;
  const records: RunRecord[] = [];
  for (const line of lines) {
    const isFirst = records.length === 0;
    const record = verify(line, head, place.runId, isFirst && line.seq > 0);
    if (line.seq === 0) checkStart(record);
    source ??= record.source;
    if (record.source !== source) throw invalid(line.seq, 'has another source than the records before it');
    facts = addToFacts(facts, withTexts(record, place.values));
    if (facts === undefined) throw invalid(line.seq, 'does not start a run');
    records.push(record);
    head = { seq: line.seq + 1, hash: line.sha256 };
    await pause();
  }
  return facts === undefined || source === undefined ? undefined : { facts, source, head, records };
}

function verify(
  { seq, text }: SentLine,
  head: LogPlace['head'],
  runId: string,
  mayContradict: boolean,
): RunRecord {
  try {
    return verifyLine(text, head, { correlationId: runId });
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    if (error.code === 'broken_chain' && mayContradict) throw error;
    throw new PlatformError('run_record_invalid', `${error.message}; send the line as the log has it`, {
      path: `records.${seq}`,
    });
  }
}

export function invalid(seq: number, problem: string): PlatformError {
  return new PlatformError(
    'run_record_invalid',
    `record ${seq}: ${problem}; send the line as the log has it`,
    {
      path: `records.${seq}`,
    },
  );
}

/** Returns values by their SHA-256. */
export function hashValues(values: readonly string[]): Map<string, string> {
  return new Map(values.map((text) => [sha256HexOfText(text), text]));
}

/** Returns the record with its long texts in place of their references: a list shows the beginning of the first message. */
function withTexts(record: RunRecord, values: ReadonlyMap<string, string>): RunRecord {
  if (values.size === 0) return record;
  const members = Object.entries(record.data).map(([name, value]): [string, JsonValue] => {
    const isReference =
      typeof value === 'object' && value !== null && '$beside' in value && value.form === 'text';
    return [name, isReference ? (values.get(String(value.$beside)) ?? value) : value];
  });
  return { ...record, data: Object.fromEntries(members) };
}

/**
 * Returns the values of a batch by their SHA-256, as far as its records name them, in one another too. A value that no record names
 * would be storage for anything.
 */
export function namedValues(
  records: readonly { data: JsonValue }[],
  sent: ReadonlyMap<string, string>,
): Map<string, { text: string; bytes: number }> {
  const named = new Map<string, { text: string; bytes: number }>();
  if (sent.size === 0) return named;
  const visit = (value: JsonValue, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > deepestValue) return;
    if ('$beside' in value && typeof value.$beside === 'string') {
      // The sender marked it as private, so the home does not keep it even if it arrives.
      if (value.form === 'sealed') return;
      const text = sent.get(value.$beside);
      if (text === undefined || named.has(value.$beside)) return;
      named.set(value.$beside, { text, bytes: sizeOf(text) });
      if (value.form === 'json') visit(parse(text), depth + 1);
      return;
    }
    for (const inner of Object.values(value)) visit(inner, depth + 1);
  };
  for (const { data } of records) visit(data, 0);
  return named;
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

function sizeOf(text: string): number {
  return encoder.encode(text).length;
}
