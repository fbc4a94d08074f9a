import type { RunSummary } from '@agent-home/agent-runtime';
import { shownText } from '@agent-home/protocol';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { toTable } from '../../../terminal/table.ts';
import { preview } from '../../../terminal/untrusted-text.ts';
import { collectDelegating } from '../../runs/delegating-runs.ts';
import { numberRuns, prefixLength } from '../../runs/find-run-id.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';
import { findState, type OpenOrEnded } from '../../runs/run-state.ts';

interface ListFlags extends RunsFlags {
  /** True to list delegated runs as well. */
  all?: boolean;
  agent?: string;
  session?: string;
  format: 'table' | 'json';
}

/** Characters of an agent's name, so that a line fits 80 columns. */
const longestName = 14;

/** `agent-home runs list`: lists the runs, newest first. */
export async function listRuns(
  environment: Record<string, string | undefined>,
  { all = false, agent, session, format, ...flags }: ListFlags,
): Promise<void> {
  const store = openRuns(environment, flags);
  const stored = await withPlainErrors(() => store.list());
  const delegating = collectDelegating(stored);
  const listed = stored
    .filter((run) => all || session !== undefined || run.parent === undefined)
    .filter((run) => agent === undefined || run.agent === agent)
    .filter((run) => session === undefined || run.sessionId === session);
  const runs = await withPlainErrors(() =>
    Promise.all(listed.map(async (run) => ({ ...run, state: await findState(store, run, delegating) }))),
  );
  if (format === 'json') return console.log(jsonDocument(runs.map(asDocument)));
  if (runs.length === 0) return console.log('no runs');
  const numbers = numberRuns(stored);
  const length = prefixLength(stored.map(({ runId }) => runId));
  const rows = runs.map(({ runId, agent: name, parent, startedAt, state, code }) => [
    String(numbers.get(runId) ?? ''),
    runId.slice(0, length),
    preview(parent === undefined ? name : `↳ ${name}`, longestName),
    startedAt.slice(5, 16).replace('T', ' '),
    code === undefined ? state : `${state} [${shownText(code)}]`,
  ]);
  console.log(toTable(['#', 'run', 'agent', 'started', 'state'], rows));
}

type ListedRun = RunSummary & { state: OpenOrEnded };

function asDocument({ runId, agent, sessionId, parent, startedAt, state, code }: ListedRun) {
  return {
    run_id: runId,
    agent,
    session_id: sessionId,
    ...(parent === undefined ? {} : { parent }),
    started_at: startedAt,
    state,
    ...(code === undefined ? {} : { code }),
  };
}
