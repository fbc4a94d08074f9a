import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shownText } from '@agent-home/protocol';
import { type RunRecord, type TraceSpan, traceEvents, traceSpans } from '@agent-home/run-log';
import { definitionPlaces } from '@agent-home/runtime-node/definitions';
import { RunCommandError } from '../../errors/run-command-error.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';
import { readRun } from '../../runs/read-run.ts';
import { sendSpans } from '../../runs/send-spans.ts';
import { jsonDocument } from '../../terminal/json-document.ts';

export interface TraceFlags extends RunsFlags {
  session: string;
  /** An OTLP/HTTP collector. */
  to?: string;
  /** Into `~/.agent-home/traces`. */
  save: boolean;
  /** Trace events, which hold what was said, and stay here. */
  events?: boolean;
}

interface Exported {
  session_id: string;
  /** RFC 3339, of the first run. */
  started_at: string;
  spans: TraceSpan[];
}

type SessionRecords = Omit<Exported, 'spans'> & { runs: RunRecord[][] };

/**
 * `agent-home agents trace export --session ID` (S3-120): the spans of a session's runs, printed, kept in a file, or sent to a
 * collector. @throws RunCommandError `no_runs`, `log_not_sound`, `export_failed`
 */
export async function exportTrace(
  environment: Record<string, string | undefined>,
  flags: TraceFlags,
): Promise<void> {
  const { runs, ...session } = await withPlainErrors(() => recordsOf(environment, flags));
  if (flags.events) return console.log(jsonDocument({ ...session, events: runs.flatMap(traceEvents) }));
  const exported = { ...session, spans: runs.flatMap(traceSpans) };
  if (flags.to !== undefined) {
    await sendSpans(exported.spans, flags.to);
    console.log(`${exported.spans.length} spans sent to ${shownText(new URL(flags.to).host)}`);
  } else if (flags.save) console.log(await save(exported));
  else console.log(jsonDocument(exported));
}

async function recordsOf(
  environment: Record<string, string | undefined>,
  { session, ...flags }: TraceFlags,
): Promise<SessionRecords> {
  const store = openRuns(environment, flags);
  const runs = await store.list({ sessionId: session });
  const [newest] = runs;
  if (!newest) throw new RunCommandError('no_runs', `there is no run of session ${shownText(session)}`);
  const read: RunRecord[][] = [];
  for (const { runId } of runs.toReversed()) {
    const { records, problem } = await readRun(store, runId);
    // A trace of a log that somebody touched would be believed by whoever gets it.
    if (problem) throw new RunCommandError(problem.code, `run ${runId} is not sound: ${problem.message}`);
    read.push(records);
  }
  return { session_id: session, started_at: runs.at(-1)?.startedAt ?? newest.startedAt, runs: read };
}

/** `traces/<YYYY-MM-DD>/session-<id>.json` (S3-130), whole or not at all, for its owner alone. */
async function save(exported: Exported): Promise<string> {
  const { session_id: session, started_at: startedAt } = exported;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(session))
    throw new RunCommandError(
      'export_failed',
      'the session’s id cannot be the name of a file: print it instead',
    );
  const folder = join(definitionPlaces().global, 'traces', startedAt.slice(0, 10));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `session-${session}.json`);
  const beside = `${file}.${process.pid}`;
  try {
    await writeFile(beside, `${jsonDocument(exported)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(beside, file);
  } finally {
    await rm(beside, { force: true });
  }
  return file;
}
