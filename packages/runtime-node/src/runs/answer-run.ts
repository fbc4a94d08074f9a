import {
  getAnswer,
  inputOfAnswer,
  type PersonsWord,
  type RunState,
  type RunStore,
  type WrongAnswer,
  wrongAnswer,
} from '@agent-home/agent-runtime';
import { reachRun } from './reach-run.ts';

/** Thrown if an answer does not fit the pending question. */
export class AnswerRefusedError extends Error {
  override readonly name = 'AnswerRefusedError';
  readonly code: WrongAnswer;

  constructor(code: WrongAnswer) {
    super(messages[code]);
    this.code = code;
  }
}

const messages: Record<WrongAnswer, string> = {
  not_asked: 'the run no longer waits for an answer',
  other_question: 'the run waits for another question: see agent-home approvals list',
  other_arguments: 'the arguments of the call changed: see agent-home approvals show',
  values_for_call: 'values can only be set with the approval of a node of a graph: leave out --set',
  not_certified: 'approvers in the home decide on calls of this run: use its web UI',
  too_late: 'the approval has expired and counts as denied',
  too_early: 'the approval has not expired yet',
};

/**
 * Delivers a user's answer to a run. It makes no call: the process that continues the run does.
 * @returns `handed` to the process that runs it, which checks the answer again; otherwise the state of the run
 * @throws AnswerRefusedError; RunStoreError `no_such_run`; LogError
 */
export async function answerRun(
  store: RunStore,
  runId: string,
  { word, now }: { word: PersonsWord; now: () => string },
): Promise<{ to: 'process' } | { to: 'log'; state: RunState }> {
  const reached = await reachRun(store, runId, {
    request: { kind: 'answer', ...word },
    getInput: (state) => {
      const [answer, time] = [getAnswer(word, 'command'), now()];
      const wrong = wrongAnswer(state, answer, time);
      if (wrong) throw new AnswerRefusedError(wrong);
      return inputOfAnswer(answer, time);
    },
  });
  return reached.by === 'inbox' ? { to: 'process' } : { to: 'log', state: reached.state };
}
