import type { RunStore, RunSummary } from '@agent-home/agent-runtime';

/** Returns the ids of the open runs that wait because a run below them waits for a person, or has the answer. */
export function collectDelegating(runs: readonly RunSummary[]): Set<string> {
  const byId = new Map(runs.map((run) => [run.runId, run]));
  const delegating = new Set<string>();
  for (const run of runs) {
    if (run.waiting === undefined) continue;
    for (let above = byId.get(run.parent ?? ''); above; above = byId.get(above.parent ?? '')) {
      if (above.status !== 'open' || delegating.has(above.runId)) break;
      delegating.add(above.runId);
    }
  }
  return delegating;
}

/** Returns the run that delegated a run, over several steps; a run without a parent is its own. */
export async function findFirstRun(store: RunStore, runId: string): Promise<string> {
  const byId = new Map((await store.list()).map((run) => [run.runId, run]));
  let found = runId;
  for (
    let above = byId.get(runId)?.parent;
    above !== undefined && above !== runId;
    above = byId.get(above)?.parent
  ) {
    if (byId.get(above)?.status !== 'open') break;
    found = above;
  }
  return found;
}
