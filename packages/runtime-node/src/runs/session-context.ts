import { agentContext, lastTurns, type RunStore, replayLog, withoutMedia } from '@agent-home/agent-runtime';
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

/** Origin of a message that lets an agent summarize its conversation. The next run gets the summary alone as its context. */
export const compactionOrigin = 'compaction';

interface SessionQuery {
  agent: string;
  sessionId: string;
  /** Number of turns that a run gets. */
  turns?: number;
  /** Returns true for runs that the agent does not remember, because a user has taken them back. */
  isLeftOut?: (runId: string) => boolean;
}

/** Run whose context an agent continues. */
export interface RememberedRun extends SessionContext {
  runId: string;
}

/**
 * Returns an agent's context in a session: that of the newest ended run in which it was active, or the summary if that run compacted
 * the conversation. It is read from the logs alone.
 * @param session sessions of another agent with the same name are not read
 * @param passBy called with each log that differs from its replay or was not written by this machine; the run
 * before it is used. Without it such a log is an error
 */
export async function sessionContext(
  store: RunStore,
  session: SessionQuery,
  passBy?: (runId: string, error: unknown) => void,
): Promise<SessionContext> {
  const run = await rememberedRun(store, session, passBy);
  if (!run) return { messages: [], tainted: false, remembered: [] };
  const { messages, tainted, remembered } = run;
  return { messages, tainted, remembered };
}

/**
 * Returns the run whose context an agent continues in a session; undefined without one.
 * @param passBy as for `sessionContext`
 */
export async function rememberedRun(
  store: RunStore,
  { turns = usualTurns, agent, sessionId, isLeftOut = () => false }: SessionQuery,
  passBy: (runId: string, error: unknown) => void = (_, error) => {
    throw error;
  },
): Promise<RememberedRun | undefined> {
  for (const { runId, status, agent: first, hasOthers } of await store.list({ sessionId })) {
    if (status === 'open' || (first !== agent && !hasOthers) || isLeftOut(runId)) continue;
    try {
      const stored = await store.read(runId);
      requireAuthentic(runId, stored);
      const { lines, value } = stored;
      const { state } = replayLog(lines, value);
      const context = agentContext(state, agent);
      // An agent that others may hand over to is not active in all of their runs.
      if (!context) continue;
      const isCompaction = state.origin === compactionOrigin;
      // Without a summary the conversation stays as it was.
      if (isCompaction && (status !== 'answered' || state.ended?.answer.trim() === '')) continue;
      const { messages, tainted, remembered } = context;
      const kept = lastTurns(messages, isCompaction ? 1 : turns);
      // Each log is complete, so files would be stored again with every run of the session.
      return { runId, messages: kept.map(withoutMedia), tainted, remembered };
    } catch (error) {
      passBy(runId, error);
    }
  }
  return undefined;
}
