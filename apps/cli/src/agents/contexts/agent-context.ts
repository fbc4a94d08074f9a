import type { RunStore, RunSummary } from '@agent-home/agent-runtime';
import type { ChatMessage, SessionValue } from '@agent-home/agent-runtime/run-log';
import { sessionContext } from '@agent-home/runtime-node';
import type { Environment } from './contexts-folder.ts';
import { isUndone } from './undone-mark.ts';

/** Earlier messages for an agent's next run in a session (S3-47). A view of their logs. */
export interface AgentContext {
  agentName: string;
  conversationHistory: ChatMessage[];
  metadata: {
    sessionId: string;
    runs: number;
    lastRun: string;
    lastRunStatus: RunSummary['status'];
    /** True if it contains text of other authors. */
    tainted: boolean;
    /** Values by the keys of `memory.session`. */
    remembered: readonly SessionValue[];
    /** Number of oldest messages that were left out because of the size limit of the context file. */
    leftOut?: number;
  };
  startedAt: string;
  lastActiveAt: string;
}

/**
 * Returns the context of an agent in a session; undefined without a run there.
 * @param runs runs of that session, newest first
 * @param turns number of turns that a run gets
 * @param environment of the state folder, which has the marks of runs that were taken back
 * @throws RunStoreError, LogError, RuntimeError
 */
export async function agentContext(
  store: RunStore,
  runs: readonly RunSummary[],
  turns: number,
  environment: Environment,
): Promise<AgentContext | undefined> {
  const [newest] = runs;
  if (!newest) return undefined;
  const { agent, sessionId } = newest;
  const isLeftOut = (runId: string) => isUndone(environment, runId);
  const { messages, tainted, remembered } = await sessionContext(store, {
    agent,
    sessionId,
    turns,
    isLeftOut,
  });
  return {
    agentName: agent,
    conversationHistory: messages,
    metadata: {
      sessionId,
      runs: runs.length,
      lastRun: newest.runId,
      lastRunStatus: newest.status,
      tainted,
      remembered,
    },
    startedAt: runs.at(-1)?.startedAt ?? newest.startedAt,
    lastActiveAt: await lastActive(store, newest),
  };
}

/** Returns the time of a run's last record. */
export async function lastActive(store: RunStore, { runId, startedAt }: RunSummary): Promise<string> {
  const { lines } = await store.read(runId);
  try {
    const { time } = JSON.parse(lines.at(-1) ?? '') as { time?: unknown };
    return typeof time === 'string' ? time : startedAt;
  } catch {
    return startedAt;
  }
}
