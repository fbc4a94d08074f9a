import { agentContext, lastTurns, type RunStore, replayLog } from '@agent-home/agent-runtime';
import type { ChatMessage, SessionValue } from '@agent-home/agent-runtime/run-log';
import { requireAuthentic } from '../run-store/not-authentic.ts';

/** Default number of turns that a session passes from run to run. */
const usualTurns = 24;

export interface SessionContext {
  messages: ChatMessage[];
  tainted: boolean;
  /** Values that its agent has stored under its keys. */
  remembered: readonly SessionValue[];
}

/**
 * Returns an agent's context in a session: that of the newest ended run in which it was active. It is read from
 * the logs alone.
 * @param session sessions of another agent with the same name are not read
 * @param passBy called with each log that differs from its replay or was not written by this machine; the run
 * before it is used. Without it such a log is an error
 */
export async function sessionContext(
  store: RunStore,
  { turns = usualTurns, agent, sessionId }: { agent: string; sessionId: string; turns?: number },
  passBy: (runId: string, error: unknown) => void = (_, error) => {
    throw error;
  },
): Promise<SessionContext> {
  for (const { runId, status, agent: first, hasOthers } of await store.list({ sessionId })) {
    if (status === 'open' || (first !== agent && !hasOthers)) continue;
    try {
      const stored = await store.read(runId);
      requireAuthentic(runId, stored);
      const { lines, value } = stored;
      const context = agentContext(replayLog(lines, value).state, agent);
      // An agent that others may hand over to is not active in all of their runs.
      if (!context) continue;
      const { messages, tainted, remembered } = context;
      return { messages: lastTurns(messages, turns), tainted, remembered };
    } catch (error) {
      passBy(runId, error);
    }
  }
  return { messages: [], tainted: false, remembered: [] };
}
