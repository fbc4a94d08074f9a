import type { Reading } from '../home/readings.ts';
import type { Moment } from '../journal/moment.ts';
import type { Finding } from './evidence.ts';

const check = 'nothing grows';

/** Traces of a hostile resident in the home. */
export interface Traces {
  /** Rows that refer to it or to the join requests it left undecided, by table. */
  rows: Record<string, number>;
  /** Platform objects about it, by their bytes. */
  objects: { key: string; bytes: number }[];
  /** Contents of its folders, and the counts that the home keeps of them. */
  folders: {
    agentId: string;
    found: { objects: number; bytes: number };
    counted: { objects: number; bytes: number };
  }[];
  /** Status of a stream that another client opened after its departure. */
  streamStatus: number;
}

/** Limits per table: one row for each right, write, line or event of the agent, and no multiple of that. */
const rowsMost: Record<string, number> = {
  tickets: 2_000,
  ledger_entries: 2_000,
  spoken_lines: 2_000,
  feed_events: 6_000,
  store_events: 20_000,
  credential_audit: 6_000,
  verification_failures: 250,
  // A folder is listed until its quota of a thousand is known to be exceeded.
  task_artifacts: 2_002,
};
const otherRowsMost = 200;
const cardBytesMost = 16 * 1024;
/** Residents keep a few connections alive each, and the home keeps some to the database. */
const handlesMost: Record<string, number> = { TCPSocketWrap: 200 };
const otherHandlesMost = 40;
/** A worker has a timer for each planned task, and no outside client reaches it. */
const workerHandlesMost = 200;
/** Closed connections are detected a moment later. */
const settlingMs = 1_000;
const rssMost = 420 * 1024 * 1024;

/**
 * Requires the trace of one agent to be limited: rows, objects, memory, handles. Its stored objects are counted, so that its quota
 * applies.
 */
export function nothingGrows(
  traces: Traces,
  readings: readonly Reading[],
  goneAt: Moment = Number.POSITIVE_INFINITY,
): Finding[] {
  const since = readings.filter(({ at }) => at > goneAt + settlingMs);
  const last = new Map(since.map((reading) => [`${reading.process} ${reading.pid}`, reading]));
  return [
    ...Object.entries(traces.rows)
      .filter(([table, count]) => count > (rowsMost[table] ?? otherRowsMost))
      .map(([subject, count]) => ({ check, subject, problem: `${count} rows are of the hostile resident` })),
    ...traces.objects
      .filter(({ key, bytes }) => key.startsWith('agents/all/') && bytes > cardBytesMost)
      .map(({ key, bytes }) => ({ check, subject: key, problem: `is a card of ${bytes} bytes` })),
    ...traces.folders
      .filter(({ found, counted }) => found.objects !== counted.objects || found.bytes !== counted.bytes)
      .map(({ agentId, found, counted }) => ({
        check,
        subject: agentId,
        problem: `stores ${found.objects} objects of ${found.bytes} bytes, and is counted with ${counted.objects} of ${counted.bytes}`,
      })),
    ...(traces.streamStatus === 200
      ? []
      : [{ check, subject: 'the stream', problem: `answers ${traces.streamStatus} to whoever comes next` }]),
    ...[...last].flatMap(([subject, { handles }]) =>
      Object.entries(handles)
        .filter(([kind, count]) => count > findMaximum(subject, kind))
        .map(([kind, count]) => ({
          check,
          subject,
          problem: `holds ${count} of ${kind} when all have gone`,
        })),
    ),
    ...[...peaks(readings)]
      .filter(([, peak]) => peak > rssMost)
      .map(([subject, peak]) => ({ check, subject, problem: `came to ${Math.round(peak / 1024 ** 2)} MiB` })),
  ];
}

function findMaximum(process: string, kind: string): number {
  return process.startsWith('worker') ? workerHandlesMost : (handlesMost[kind] ?? otherHandlesMost);
}

function peaks(readings: readonly Reading[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { process, pid, rssBytes } of readings) {
    const name = `${process} ${pid}`;
    found.set(name, Math.max(found.get(name) ?? 0, rssBytes));
  }
  return found;
}
