import { realpathSync } from 'node:fs';
import type { RunStore, RunSummary } from '@agent-home/agent-runtime';
import { sha256HexOfText } from '@agent-home/protocol';
import { clearedAt } from './cleared-mark.ts';
import type { Environment } from './contexts-folder.ts';

/**
 * Returns the prefix of a project's sessions on the command line; a resident's sessions are its topics and are
 * never continued here. Two projects may share a data folder and agent names, and must not read each other's
 * messages.
 * @param home URL of the home of an agent that is not one of the project's files
 */
export function sessionPrefix(project: string, home?: string): string {
  const place = realpathSync(project);
  const hash = sha256HexOfText(home === undefined ? place : `${home} ${place}`);
  return `terminal-${hash.slice(0, 8)}`;
}

/** Returns the prefix of a session of the command line; undefined for any other session. */
export function findPrefix(sessionId: string): string | undefined {
  return /^terminal-[0-9a-f]{8}(?=[0-9a-f]{16}$)/.exec(sessionId)?.[0];
}

/**
 * Returns the runs of the session that an agent's next run continues, newest first; empty without one, or after
 * clearing.
 */
export async function lastRuns(
  store: RunStore,
  agent: string,
  { prefix, environment }: { prefix: string; environment: Environment },
): Promise<RunSummary[]> {
  return ofLastSession(await store.list({ agent }), { prefix, cleared: clearedAt(environment, agent) });
}

/**
 * @param runs of one agent, the newest first
 * @param cleared in milliseconds: a session without a run since then is over
 */
export function ofLastSession(
  runs: readonly RunSummary[],
  { prefix, cleared }: { prefix: string; cleared: number },
): RunSummary[] {
  const newest = runs.find(
    ({ sessionId, startedAt }) => findPrefix(sessionId) === prefix && Date.parse(startedAt) > cleared,
  );
  return runs.filter(({ sessionId }) => sessionId === newest?.sessionId);
}
