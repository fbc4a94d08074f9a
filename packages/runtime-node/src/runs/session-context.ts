import type { ChatMessage } from '@agent-home/run-log';
import { lastTurns, type RunStore, replayLog } from '@agent-home/runtime';

/** Turns that a session hands on from run to run. */
const turnsKept = 24;

export interface SessionContext {
  messages: ChatMessage[];
  tainted: boolean;
}

/**
 * What a session has said so far: where its newest run that has ended left off. Nothing is kept beside the logs.
 * @param passBy told of a log that is not what its inputs make of it, and the run before it is taken; without it such a log is
 * an error
 */
export async function sessionContext(
  store: RunStore,
  sessionId: string,
  passBy: (runId: string, error: unknown) => void = (_, error) => {
    throw error;
  },
): Promise<SessionContext> {
  for (const { runId, status } of await store.list({ sessionId })) {
    if (status === 'open') continue;
    try {
      const { lines, value } = await store.read(runId);
      const { state } = replayLog(lines, value);
      return { messages: lastTurns(state.transcript, turnsKept), tainted: state.tainted };
    } catch (error) {
      passBy(runId, error);
    }
  }
  return { messages: [], tainted: false };
}
