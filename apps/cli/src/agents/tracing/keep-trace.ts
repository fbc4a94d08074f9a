import { join } from 'node:path';
import type { TraceSpan } from '@agent-home/agent-runtime/run-log';
import { privateFolder, readPrivate, writePrivate } from '../../state/private-files.ts';
import { projectState } from '../../state/project-state.ts';
import { jsonDocument } from '../../terminal/json-document.ts';

/** Trace of a session's runs, as printed and stored. */
export interface SessionTrace {
  session_id: string;
  /** RFC 3339, of the first run. */
  started_at: string;
  spans: TraceSpan[];
}

/** Maximum size of a trace file, in bytes. The oldest runs are dropped first; their logs remain. */
const mostBytes = 8 * 1024 * 1024;
/** Pattern of session ids; a matching id cannot leave its folder. */
const sessionName = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/;
type Environment = Parameters<typeof projectState>[0];

/**
 * Writes `traces/<YYYY-MM-DD>/session-<id>.json` next to the runs (S3-130): atomically, readable for its owner
 * only, through no link.
 * @returns the file
 * @throws Error if it cannot be written
 */
export function writeTrace(environment: Environment, trace: SessionTrace): string {
  const { folder, name } = placeOf(environment, trace);
  return writePrivate(folder, name, `${jsonDocument(trace)}\n`);
}

/** Adds a run to its session's trace of that day. Earlier spans of the same run are replaced. */
export function addToTrace(environment: Environment, trace: SessionTrace, most = mostBytes): string {
  const { folder, name } = placeOf(environment, trace);
  const ids = new Set(trace.spans.map(({ traceId }) => traceId));
  const before = keptIn(readPrivate(folder, name, most + 1), most);
  const kept = (before?.spans ?? []).filter(({ traceId }) => !ids.has(traceId));
  const added = {
    ...trace,
    started_at: before?.started_at ?? trace.started_at,
    spans: [...kept, ...trace.spans],
  };
  return writeTrace(environment, within(added, trace.spans, most));
}

function placeOf(
  environment: Environment,
  { session_id: session, started_at: startedAt }: SessionTrace,
): { folder: string; name: string } {
  if (!sessionName.test(session)) throw new Error('the session id is not valid as a file name');
  const folder = join(privateFolder(join(projectState(environment), 'traces')), startedAt.slice(0, 10));
  return { folder: privateFolder(folder), name: `session-${session}.json` };
}

/** Undefined if it is damaged: it is a copy, and starts again. */
function keptIn(text: string | undefined, most: number): SessionTrace | undefined {
  if (text === undefined || text.length > most) return undefined;
  try {
    const kept = JSON.parse(text) as Partial<SessionTrace>;
    const isSound = typeof kept.started_at === 'string' && kept.spans?.every(isSpan);
    return isSound ? (kept as SessionTrace) : undefined;
  } catch {
    return undefined;
  }
}

function isSpan(span: unknown): boolean {
  return typeof span === 'object' && span !== null && 'traceId' in span && typeof span.traceId === 'string';
}

function within(trace: SessionTrace, newest: readonly TraceSpan[], most: number): SessionTrace {
  return Buffer.byteLength(jsonDocument(trace)) < most ? trace : { ...trace, spans: [...newest] };
}
