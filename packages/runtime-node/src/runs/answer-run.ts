import {
  answerOf,
  inputOfAnswer,
  type PersonsWord,
  type RunState,
  type RunStore,
  type WrongAnswer,
  wrongAnswer,
} from '@agent-home/agent-runtime';
import { reachRun } from './reach-run.ts';

/** An answer that is not for what the run waits for. */
export class AnswerRefusedError extends Error {
  override readonly name = 'AnswerRefusedError';
  readonly code: WrongAnswer;

  constructor(code: WrongAnswer) {
    super(messages[code]);
    this.code = code;
  }
}

const messages: Record<WrongAnswer, string> = {
  not_asked: 'the run does not wait for an answer any more',
  other_question: 'the run waits for the answer to another question',
  other_arguments: 'the answer is for other arguments than those that would be used',
  too_late: 'the time to approve it is over: it counts as denied',
  too_early: 'there is time left to answer',
};

/**
 * Delivers a person's answer to a run. Calls nothing: the process that continues the run does.
 * @returns `handed` to the process that runs it, which checks again if it matches; otherwise the state of the
 * run
 * @throws AnswerRefusedError; RunStoreError `no_such_run`; LogError
 */
export async function answerRun(
  store: RunStore,
  runId: string,
  { word, now }: { word: PersonsWord; now: () => string },
): Promise<{ to: 'process' } | { to: 'log'; state: RunState }> {
  const reached = await reachRun(store, runId, {
    request: { kind: 'answer', ...word },
    inputOf: (state) => {
      const [answer, time] = [answerOf(word, 'command'), now()];
      const wrong = wrongAnswer(state, answer, time);
      if (wrong) throw new AnswerRefusedError(wrong);
      return inputOfAnswer(answer, time);
    },
  });
  return reached.by === 'inbox' ? { to: 'process' } : { to: 'log', state: reached.state };
}
