import type { RunStore } from '@agent-home/agent-runtime';
import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import { readRun } from './read-run.ts';

/** Run below another one that has not ended. */
export interface DelegatedSoFar {
  runId: string;
  /** Agents from the first one below the run down to its own. */
  agents: readonly string[];
  records: readonly RunRecord[];
}

/** Returns the open runs that a run has delegated so far, over several steps, so that a continued run can be shown with them. */
export async function readDelegated(store: RunStore, runId: string): Promise<DelegatedSoFar[]> {
  const open = (await store.list()).filter(({ status }) => status === 'open');
  const below = new Map<string, readonly string[]>([[runId, []]]);
  const found: DelegatedSoFar[] = [];
  // Each run is older than those that it delegates, and the list begins with the newest.
  for (const run of open.toReversed()) {
    const above = run.parent === undefined ? undefined : below.get(run.parent);
    if (!above) continue;
    const agents = [...above, run.agent];
    below.set(run.runId, agents);
    const { records, problem } = await readRun(store, run.runId);
    if (!problem) found.push({ runId: run.runId, agents, records });
  }
  return found;
}
