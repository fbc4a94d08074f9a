import { acceptResult } from '../calls/accept-result.ts';
import { failedOutcome } from '../calls/result-text.ts';
import type { CallOutcome, CallRequested } from '../run-log/index.ts';
import type { StepResult } from '../state/next.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { getWording } from '../wording/select-wording.ts';

/** Tool of the action Query (S4-4). Its question is the answer of the run, and the user's next message replies to it. */
export const askUserTool = 'ask_user';

/** Metadata of an outcome that prompts the user; a program bound under the same name has none. */
export const queryMetadata = { action: 'query' } as const;

/** Returns the question of a call that was made, undefined for every other call. */
export function findQuery(call: CallRequested, outcome: CallOutcome): string | undefined {
  const { question } = call.arguments;
  const isQuery =
    call.name === askUserTool && outcome.status === 'ok' && outcome.metadata.action === queryMetadata.action;
  return isQuery && typeof question === 'string' ? question : undefined;
}

/**
 * Ends the leg with the question, which guardrails judge like every answer. Calls after it are not made, because they may depend on
 * the reply.
 */
export function queryUser(
  before: RunState,
  writer: StepWriter,
  { question, cause }: { question: string; cause: number },
): StepResult {
  let state: RunState = { ...before, queue: [] };
  for (const call of before.queue) {
    const outcome = failedOutcome('user_queried', getWording(before).userQueriedBefore);
    const told = acceptResult(state, writer, { call, outcome, cause }, { to: 'wait' });
    if (told.next.to === 'end') return told;
    state = told.state;
  }
  return { state, next: { to: 'judge', cause, answer: question } };
}
