import { canonicalJson, type JsonObject, sha256HexOfText } from '@agent-home/protocol';
import { largestValueInLog, putNextTo, type ValuesBeside } from '../beside/large-values.ts';
import { type Privacy, privateMembers, saltOfMember } from '../beside/private-members.ts';
import type { RunRecord } from '../record/run-record.ts';

/** Previous hash of the first record of a log. */
export const noRecordBefore = '0'.repeat(64);

/** Head of a log: the number of its next record and the hash of its last. */
export interface LogHead {
  readonly seq: number;
  readonly hash: string;
}

export const emptyLog: LogHead = { seq: 0, hash: noRecordBefore };

export interface RecordDraft {
  type: string;
  data: JsonObject;
  /** The `seq` of the record that this one comes from. */
  cause?: number;
  /** Members of the data that become attachments at any size. */
  apart?: readonly string[];
  /** Private content of the run; its members become commitments. */
  privacy?: Privacy | undefined;
}

export interface SealedRecord {
  record: RunRecord;
  /** Line of the record, without its line break. */
  line: string;
  /** Attachments by SHA-256. */
  beside: ReadonlyMap<string, string>;
  head: LogHead;
}

/** Seals a draft as the next record of a log. The same draft at the same head gives the same bytes, which replay compares. */
export function sealRecord(
  head: LogHead,
  run: { runId: string; source: string },
  time: string,
  draft: RecordDraft,
): SealedRecord {
  const whole: RunRecord = {
    id: recordId(run.runId, head.seq),
    type: draft.type,
    source: run.source,
    time,
    data: draft.data,
    correlationId: run.runId,
    ...(draft.cause === undefined ? {} : { causationId: recordId(run.runId, draft.cause) }),
    seq: head.seq,
    prev: head.hash,
  };
  const { apart = [] } = draft;
  const salts = saltsOf(draft, head.seq);
  const line = toLine(whole);
  const isAsItIs = apart.length === 0 && salts.size === 0 && !line.includes('"$beside":');
  // Fast path for nearly every record: a short line has no value that is too large, and this one has none that looks like a
  // reference.
  if (isAsItIs && line.length * 3 <= largestValueInLog) return sealed(whole, line, noValues);
  const beside: ValuesBeside = new Map();
  const data = putNextTo(draft.data, beside, apart, salts);
  if (isAsItIs && beside.size === 0) return sealed(whole, line, noValues);
  const record = { ...whole, data };
  return sealed(record, toLine(record), beside);
}

const noValues: ValuesBeside = new Map();
const noSalts: ReadonlyMap<string, string> = new Map();

function saltsOf({ type, privacy }: RecordDraft, seq: number): ReadonlyMap<string, string> {
  if (privacy === undefined) return noSalts;
  const names = privateMembers({ type }, privacy.fields);
  return new Map(names.map((name) => [name, saltOfMember(privacy, seq, name)]));
}

function sealed(record: RunRecord, line: string, beside: ValuesBeside): SealedRecord {
  return { record, line, beside, head: { seq: record.seq + 1, hash: hashLine(line) } };
}

/** Serializes the record as RFC 8785. Its members are always the same, so their order is fixed here. */
function toLine({ causationId, correlationId, data, id, prev, seq, source, time, type }: RunRecord): string {
  // Wrapped in an object to count its nesting level, which is limited.
  const content = canonicalJson({ data }).slice(1, -1);
  const cause = causationId === undefined ? '' : `"causationId":${canonicalJson(causationId)},`;
  const rest = `"seq":${canonicalJson(seq)},"source":${canonicalJson(source)},"time":${canonicalJson(time)},"type":${canonicalJson(type)}`;
  return `{${cause}"correlationId":${canonicalJson(correlationId)},${content},"id":${canonicalJson(id)},"prev":${canonicalJson(prev)},${rest}}`;
}

export function recordId(runId: string, seq: number): string {
  return `${runId}:${seq}`;
}

/** Returns the sha256 of a record's line, which is the next record's `prev`. */
export function hashLine(line: string): string {
  return sha256HexOfText(line);
}
