import { answerOfClock, getAnswer, inputOfAnswer } from '../approvals/question.ts';
import type { PersonsWord, Question } from '../ports/question.ts';
import type { RunInput } from '../ports/run-input.ts';
import { playTime } from './play-run.ts';

/** Returns an approver who gives the same answer to every question. */
export function says(
  word: PersonsWord['word'],
  {
    time = playTime,
    reason = '',
    ...changes
  }: { time?: string; reason?: string } & Partial<PersonsWord> = {},
): (question: Question) => RunInput {
  return ({ id, data }) => {
    const given = { questionId: id, argumentsSha256: data.arguments_sha256, word, name: 'grace', reason };
    return inputOfAnswer(getAnswer({ ...given, ...changes }, 'command'), time);
  };
}

/** Returns the outcome of an approval that expires without a reply. */
export function saysNothing(question: Question): RunInput {
  if (question.kind !== 'approval') throw new TypeError('it never expires');
  const answer = answerOfClock(question, question.data.expires_at);
  if (!answer) throw new TypeError('there is time left');
  return inputOfAnswer(answer, question.data.expires_at);
}
