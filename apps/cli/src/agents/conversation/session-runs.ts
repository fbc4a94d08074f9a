import type { RunStore, RunSummary } from '@agent-home/agent-runtime';
import type { RunEnded } from '@agent-home/agent-runtime/run-log';
import type { FileRunStore } from '@agent-home/runtime-node';
import { counted } from '../../terminal/counted.ts';
import { collectDelegating } from '../runs/delegating-runs.ts';
import { readRun } from '../runs/read-run.ts';

interface Session {
  agent: string;
  sessionId: string;
}

/** Returns the runs that wait for a person or already have an answer, oldest first. */
export async function waitingRuns(store: RunStore, session: Session): Promise<string[]> {
  const all = await store.list();
  // A run waits as well if a run that it delegated does.
  const delegating = collectDelegating(all);
  return all
    .filter(({ agent, sessionId }) => agent === session.agent && sessionId === session.sessionId)
    .filter(({ runId, waiting }) => waiting !== undefined || delegating.has(runId))
    .map(({ runId }) => runId)
    .reverse();
}

/** Returns the runs of a session whose process died before they ended, oldest first. Runs that wait for a person are none. */
export async function interruptedRuns(store: FileRunStore, session: Session): Promise<string[]> {
  const all = await store.list();
  const delegating = collectDelegating(all);
  const interrupted: string[] = [];
  for (const run of all) {
    const { runId, agent, sessionId, status, waiting, parent } = run;
    if (agent !== session.agent || sessionId !== session.sessionId || parent !== undefined) continue;
    if (status !== 'open' || waiting !== undefined || delegating.has(runId)) continue;
    if ((await store.writer(runId)) === undefined) interrupted.push(runId);
  }
  return interrupted.reverse();
}

/** Returns the newest run of a session if it was interrupted. */
export async function interruptedLast(store: FileRunStore, session: Session): Promise<string | undefined> {
  const newest = (await store.list(session)).find(({ parent }) => parent === undefined);
  const interrupted = await interruptedRuns(store, session);
  return interrupted.find((runId) => runId === newest?.runId);
}

/**
 * Returns the runs of a session, oldest first, without those that were taken back and those that other runs delegated.
 * @param isLeftOut returns true for a run that was taken back
 */
export async function remainingRuns(
  store: RunStore,
  { sessionId, isLeftOut }: { sessionId: string; isLeftOut: (runId: string) => boolean },
): Promise<RunSummary[]> {
  const all = await store.list({ sessionId });
  return all.filter(({ runId, parent }) => parent === undefined && !isLeftOut(runId)).reverse();
}

/**
 * Adds up what a session used, from its logs. Runs that were taken back were paid for as well.
 * @throws LogError if a log is not sound
 */
export async function costLines(store: RunStore, sessionId: string): Promise<string[]> {
  const runs = (await store.list({ sessionId })).filter(({ parent }) => parent === undefined);
  const sum = { rounds: 0, calls: 0, input: 0, output: 0, cost: 0 };
  let [open, priced, estimated] = [0, 0, false];
  for (const { runId, status } of runs) {
    if (status === 'open') {
      open += 1;
      continue;
    }
    const { records, problem } = await readRun(store, runId);
    if (problem) throw problem;
    const ended = records.at(-1)?.data as RunEnded | undefined;
    if (!ended) continue;
    const { usage } = ended;
    sum.rounds += usage.rounds;
    sum.calls += usage.tool_calls;
    sum.input += usage.input_tokens;
    sum.output += usage.output_tokens;
    estimated ||= usage.estimated === true;
    if (usage.cost === undefined) continue;
    priced += 1;
    sum.cost += usage.cost;
  }
  const count = runs.length - open;
  const unpriced = count - priced;
  const number = (value: number) => value.toLocaleString('en');
  return [
    `runs    ${number(count)}${open === 0 ? '' : `, and ${number(open)} not ended and not counted`}`,
    `calls   ${counted(sum.rounds, 'model call')}, ${counted(sum.calls, 'tool call')}`,
    `tokens  ${number(sum.input)} in, ${number(sum.output)} out${estimated ? ' (estimated)' : ''}`,
    priced === 0
      ? 'cost    unknown: the settings have no price of the model'
      : `cost    ${sum.cost.toLocaleString('en', { maximumFractionDigits: 6 })}${unpriced === 0 ? '' : `, without ${counted(unpriced, 'run')} of models without a price`}`,
  ];
}
