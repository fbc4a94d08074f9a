import type { ChatMessage, SessionValue } from '@agent-home/run-log';
import { lastTurns, type RunStore, replayLog } from '@agent-home/runtime';

/** Turns that a session hands on from run to run, where its settings do not say. */
const usualTurns = 24;

export interface SessionContext {
  messages: ChatMessage[];
  tainted: boolean;
  /** What it remembers by the keys of its agent. */
  remembered: readonly SessionValue[];
}

/**
 * What an agent's session has said so far: where its newest run that has ended left off. Nothing is kept beside the logs.
 * @param session of another agent that has the same name it is told nothing
 * @param passBy told of a log that is not what its inputs make of it, and the run before it is taken; without it such a log is
 * an error
 */
export async function sessionContext(
  store: RunStore,
  { turns = usualTurns, ...session }: { agent: string; sessionId: string; turns?: number },
  passBy: (runId: string, error: unknown) => void = (_, error) => {
    throw error;
  },
): Promise<SessionContext> {
  for (const { runId, status } of await store.list(session)) {
    if (status === 'open') continue;
    try {
      const { lines, value } = await store.read(runId);
      const { state } = replayLog(lines, value);
      return {
        messages: lastTurns(state.transcript, turns),
        tainted: state.tainted,
        remembered: state.remembered,
      };
    } catch (error) {
      passBy(runId, error);
    }
  }
  return { messages: [], tainted: false, remembered: [] };
}
