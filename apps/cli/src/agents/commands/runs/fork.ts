import { forkPoint } from '@agent-home/agent-runtime';
import { nearestName, teamworkSchema } from '@agent-home/agent-runtime/definition';
import type { GraphStart } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { requireAuthentic } from '@agent-home/runtime-node';
import { stopSignal } from '../../../command-line/stop-signal.ts';
import { RunCommandError } from '../../../errors/command-errors.ts';
import { readValues } from '../../graphs/read-values.ts';
import { type OpenAgent, openAgent } from '../../running/open-agent.ts';
import { withPlainAgentErrors } from '../../running/plain-errors.ts';
import { prepareRun } from '../../running/prepare-run.ts';
import { type ExitCode, getExitCode } from '../../running/print-result.ts';
import { projectPlaces } from '../../running/project-places.ts';
import { runOnce } from '../../running/run-once.ts';
import type { OutputFlags } from '../../running/run-output.ts';
import { openRuns, type RunsFlags } from '../../runs/open-runs.ts';
import { readRun } from '../../runs/read-run.ts';

interface ForkFlags extends RunsFlags, OutputFlags {
  from: string;
  visit?: number;
  /** Values of the state at the start, each `NAME=JSON`. */
  set?: string[];
  project?: string;
  /** `--no-wait` makes it false. */
  wait: boolean;
}

/**
 * `agent-home runs fork RUN --from NODE`: a run in a session of its own that continues from a checkpoint of
 * another run, with the present files. The original is only read.
 */
export async function forkRun(runId: string, flags: ForkFlags): Promise<ExitCode> {
  const environment = { ...process.env };
  return withPlainAgentErrors(async () => {
    const { agent: name, start: checkpoint } = await loadCheckpoint(runId, flags);
    const values = readValues(flags.set ?? []);
    const edited = Object.keys(values);
    const start: GraphStart =
      edited.length === 0
        ? checkpoint
        : { ...checkpoint, values: { ...checkpoint.values, ...values }, edited };
    const places = projectPlaces(flags.project);
    const agent = openAgent(places, name);
    requireNode(agent, flags.from);
    const run = await prepareRun(agent, { places, flags: { ...flags, new: true }, environment });
    try {
      const order = { ...(await run.order()), graphStart: start };
      const message = { text: start.task, origin: 'user', tainted: start.tainted };
      return getExitCode(await runOnce(run, { order, message }, { flags, signal: stopSignal() }));
    } finally {
      await run.close();
    }
  });
}

/** The current graph is used, so a node that was removed from it cannot be the start. */
function requireNode({ definition }: OpenAgent, node: string): void {
  const names = (teamworkSchema.parse(definition.teamwork).graph?.nodes ?? []).map(({ name }) => name);
  if (names.includes(node)) return;
  const nearest = nearestName(node, names);
  const hint = nearest === undefined ? '' : `; did you mean ${shownText(nearest)}?`;
  throw new RunCommandError(
    'no_such_checkpoint',
    `the graph of ${shownText(definition.name)} has no node ${shownText(node)} now${hint}`,
  );
}

async function loadCheckpoint(
  runId: string,
  { from, visit, ...flags }: ForkFlags,
): Promise<{ agent: string; start: GraphStart }> {
  const store = openRuns(process.env, flags);
  const { records, problem, lines } = await readRun(store, runId);
  if (problem) throw problem;
  const stored = await store.read(runId);
  requireAuthentic(runId, stored);
  const started = records[0]?.data;
  if (!started?.graph)
    throw new RunCommandError(
      'no_such_checkpoint',
      `run ${shownText(runId)} is not the run of a workflow, so it has no nodes to fork from`,
    );
  if (started.registered)
    throw new RunCommandError(
      'not_resumable',
      `run ${shownText(runId)} is the run of an agent of a home, which cannot be forked: start a new run with --home`,
    );
  const start = forkPoint(lines, stored.value, { node: from, ...(visit === undefined ? {} : { visit }) });
  return { agent: String(started.agent), start };
}
