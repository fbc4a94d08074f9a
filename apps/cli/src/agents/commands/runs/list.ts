import type { RunSummary } from '@agent-home/agent-runtime';
import { shownText } from '@agent-home/protocol';
import type { FileRunStore } from '@agent-home/runtime-node';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { toTable } from '../../../terminal/table.ts';
import { preview } from '../../../terminal/untrusted-text.ts';
import { prefixLength } from '../../runs/find-run-id.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';

interface ListFlags extends RunsFlags {
  agent?: string;
  session?: string;
  format: 'table' | 'json';
}

/** Characters of an agent's name, so that a line fits 80 columns. */
const longestName = 14;

/** `agent-home runs list`: lists the runs, newest first. */
export async function listRuns(
  environment: Record<string, string | undefined>,
  { agent, session, format, ...flags }: ListFlags,
): Promise<void> {
  const store = openRuns(environment, flags);
  const filter = {
    ...(agent === undefined ? {} : { agent }),
    ...(session === undefined ? {} : { sessionId: session }),
  };
  const runs = await withPlainErrors(async () =>
    Promise.all((await store.list(filter)).map((run) => withState(store, run))),
  );
  if (format === 'json') return console.log(jsonDocument(runs.map(asDocument)));
  if (runs.length === 0) return console.log('no runs');
  // Numbers count from the oldest run of the folder, so that they stay when a run begins.
  const order = (await withPlainErrors(() => store.list())).map(({ runId }) => runId).toReversed();
  const numbers = new Map(order.map((runId, index) => [runId, index + 1]));
  const length = prefixLength(order);
  const rows = runs.map(({ runId, agent: name, startedAt, state, code }) => [
    String(numbers.get(runId) ?? ''),
    runId.slice(0, length),
    preview(name, longestName),
    startedAt.slice(5, 16).replace('T', ' '),
    code === undefined ? state : `${state} [${shownText(code)}]`,
  ]);
  console.log(toTable(['#', 'run', 'agent', 'started', 'state'], rows));
}

type ListedRun = RunSummary & { state: string };

/** An open run waits for an approval, has an answer, is running, or its process died: `runs resume` continues it. */
async function withState(store: FileRunStore, run: RunSummary): Promise<ListedRun> {
  if (run.status !== 'open') return { ...run, state: run.status };
  if (run.waiting !== undefined)
    return { ...run, state: run.waiting === 'resumption' ? 'resumable' : 'waiting' };
  return { ...run, state: (await store.writer(run.runId)) === undefined ? 'interrupted' : 'running' };
}

function asDocument({ runId, agent, sessionId, startedAt, state, code }: ListedRun) {
  return {
    run_id: runId,
    agent,
    session_id: sessionId,
    started_at: startedAt,
    state,
    ...(code === undefined ? {} : { code }),
  };
}
