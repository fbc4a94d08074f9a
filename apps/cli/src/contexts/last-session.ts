import type { RunStore, RunSummary } from '@agent-home/runtime';
import { clearedAt } from './cleared-mark.ts';
import type { Environment } from './contexts-folder.ts';

/** Sessions of the command line: a resident’s are its topics, and nobody goes on with these here. */
export const terminalPrefix = 'terminal-';

/** The runs of the session that an agent’s next run goes on with, the newest first; none where none was, or it was cleared. */
export async function lastRuns(
  store: RunStore,
  agent: string,
  environment: Environment,
): Promise<RunSummary[]> {
  return ofLastSession(await store.list({ agent }), clearedAt(environment, agent));
}

/**
 * @param runs of one agent, the newest first
 * @param cleared in milliseconds: a session without a run since then is over
 */
export function ofLastSession(runs: readonly RunSummary[], cleared: number): RunSummary[] {
  const newest = runs.find(
    ({ sessionId, startedAt }) => sessionId.startsWith(terminalPrefix) && Date.parse(startedAt) > cleared,
  );
  return runs.filter(({ sessionId }) => sessionId === newest?.sessionId);
}
