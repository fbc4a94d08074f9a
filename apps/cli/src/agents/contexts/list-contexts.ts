import type { RunStore, RunSummary } from '@agent-home/agent-runtime';
import { lastActive } from './agent-context.ts';
import { clearedAt } from './cleared-mark.ts';
import type { Environment } from './contexts-folder.ts';
import { keptIn } from './keep-context.ts';
import { ofLastSession } from './last-session.ts';

export interface ListedContext {
  agent: string;
  session_id: string;
  runs: number;
  started_at: string;
  last_active_at: string;
  /** File that contains the context. */
  kept_in: string | null;
}

/** Returns the contexts that a project's agents would continue, latest activity first. */
export async function listContexts(
  store: RunStore,
  { prefix, environment }: { prefix: string; environment: Environment },
): Promise<ListedContext[]> {
  const byAgent = new Map<string, RunSummary[]>();
  for (const run of await store.list()) {
    const runs = byAgent.get(run.agent);
    if (runs) runs.push(run);
    else byAgent.set(run.agent, [run]);
  }
  const listed: ListedContext[] = [];
  for (const [agent, runs] of byAgent) {
    const ofSession = ofLastSession(runs, { prefix, cleared: clearedAt(environment, agent) });
    const [newest] = ofSession;
    if (!newest) continue;
    listed.push({
      agent,
      session_id: newest.sessionId,
      runs: ofSession.length,
      started_at: ofSession.at(-1)?.startedAt ?? newest.startedAt,
      last_active_at: await lastActive(store, newest),
      kept_in: keptIn(environment, agent) ?? null,
    });
  }
  return listed.sort((one, other) => Date.parse(other.last_active_at) - Date.parse(one.last_active_at));
}
