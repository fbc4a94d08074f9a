import { canonicalJson, JsonError, type JsonValue } from '@agent-home/protocol';
import { catalogue, isRecordType } from '../catalogue/catalogue.ts';
import { LogError } from '../record/log-error.ts';
import { type RunRecord, runRecordSchema } from '../record/run-record.ts';
import { emptyLog, hashLine, type LogHead, recordId } from './seal-record.ts';

export interface VerifiedLog {
  records: RunRecord[];
  head: LogHead;
}

/**
 * Verifies that every line is a canonical record of one run, in order, with the previous record's hash, valid data and an earlier
 * cause. A truncated log is valid; its head states its length.
 * @throws LogError
 */
export function verifyLog(lines: readonly string[]): VerifiedLog {
  let head = emptyLog;
  const records: RunRecord[] = [];
  for (const line of lines) {
    const record = verifyLine(line, head, records[0]);
    records.push(record);
    head = { seq: head.seq + 1, hash: hashLine(line) };
  }
  return { records, head };
}

/** @param first the log's first record, once there is one; its run is enough */
export function verifyLine(
  line: string,
  { seq, hash }: LogHead,
  first: Pick<RunRecord, 'correlationId'> | undefined,
): RunRecord {
  const record = parseRecord(line, seq);
  if (record.seq !== seq) throw new LogError('wrong_sequence', seq, `has the number ${record.seq}`);
  if (record.prev !== hash)
    throw new LogError('broken_chain', seq, 'does not contain the hash of the record before it');
  if (record.id !== recordId(record.correlationId, seq))
    throw new LogError('invalid_record', seq, 'has another id');
  if (seq === 0 && record.type !== 'run.started')
    throw new LogError('missing_start', 0, 'does not start a run');
  if (seq > 0 && record.type === 'run.started')
    throw new LogError('invalid_record', seq, 'starts the run again');
  if (record.correlationId !== (first?.correlationId ?? record.data.run_id))
    throw new LogError('wrong_run', seq, 'belongs to another run');
  verifyCause(record);
  return record;
}

function verifyCause({ seq, causationId, correlationId }: RunRecord): void {
  if ((causationId === undefined) !== (seq === 0))
    throw new LogError('wrong_cause', seq, 'has no cause, which only the first record may lack');
  if (causationId === undefined) return;
  const cause = Number(causationId.slice(correlationId.length + 1));
  const isEarlier = Number.isInteger(cause) && cause >= 0 && cause < seq;
  if (!isEarlier || causationId !== recordId(correlationId, cause))
    throw new LogError('wrong_cause', seq, 'names no earlier record as its cause');
}

/** Returns the record of one line. Its data are checked by its type, its position is not. */
export function parseRecord(line: string, seq: number): RunRecord {
  if (line.length > maximumLineLength) throw new LogError('malformed_line', seq, 'is too long');
  let value: JsonValue;
  try {
    value = JSON.parse(line);
  } catch {
    throw new LogError('malformed_line', seq, 'is not JSON');
  }
  // Text that two parsers could read differently, such as a duplicate member or a number that is too long, does
  // not serialize to itself. A canonical line therefore needs no strict parser. The check comes first, since it
  // limits the depth.
  if (!isCanonical(value, line)) throw new LogError('not_canonical', seq, 'is not canonical JSON');
  const parsed = runRecordSchema.safeParse(value);
  if (!parsed.success) throw new LogError('invalid_record', seq, 'is not a record');
  const record = parsed.data as RunRecord;
  if (!isRecordType(record.type))
    throw new LogError('unknown_type', seq, `has the unknown type ${record.type}`);
  return record;
}

function isCanonical(value: JsonValue, line: string): boolean {
  try {
    return canonicalJson(value) === line;
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}

/** Limit of a line for readers. Values above 32 kB are attachments, so lines are far shorter. */
const maximumLineLength = 16 * 1024 * 1024;

/**
 * Validates the data of a record, with attachments inserted. @throws LogError `unknown_type`, `invalid_data`
 * @param withheld paths of members that a copy does not have; they are not validated
 */
export function verifyData(
  { type, seq, data }: Pick<RunRecord, 'type' | 'seq' | 'data'>,
  withheld: readonly string[] = [],
): void {
  if (!isRecordType(type)) throw new LogError('unknown_type', seq, `unknown type ${type}`);
  if (isDeeper(data, deepestData)) throw new LogError('invalid_data', seq, `${type}: is nested too deep`);
  const issues = catalogue[type].data.safeParse(data).error?.issues ?? [];
  const issue = issues.find(({ path }) => !withheld.some((missing) => isWithin(path, missing)));
  if (issue) throw new LogError('invalid_data', seq, `${type}: ${issue.path.join('.')}: ${issue.message}`);
}

function isWithin(path: readonly PropertyKey[], outer: string): boolean {
  return `${path.join('.')}.`.startsWith(`${outer}.`);
}

/** Depth of canonical JSON. */
const deepestData = 64;

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const item of Array.isArray(value) ? value : Object.values(value))
    if (typeof item === 'object' && item !== null && isDeeper(item, levels - 1)) return true;
  return false;
}
