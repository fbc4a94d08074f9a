import { userInfo } from 'node:os';
import type { PersonsWord, Question } from '@agent-home/runtime';
import type { Asking } from '@agent-home/runtime-node';
import { askLine } from '../terminal/ask-line.ts';
import type { Asked } from './asked.ts';
import { describeQuestion } from './describe-question.ts';

/**
 * Whoever sits at the terminal is asked. Where nobody does, the run is left waiting in the store, or fails where it may not
 * wait.
 */
export function askHere({ wait }: { wait: boolean }): Asking {
  const otherwise = wait ? 'leave' : 'fail';
  // Asked on standard error, answered on standard input: both have to be a person's.
  if (!process.stdin.isTTY || !process.stderr.isTTY) return { otherwise };
  return { ask: askAtTerminal, otherwise };
}

/** Who says that they are: the name that the system knows this process by. */
export function nameOfUser(): string {
  try {
    return userInfo().username.slice(0, 200).toWellFormed();
  } catch {
    return '';
  }
}

const words: Record<Question['kind'], Readonly<Record<string, PersonsWord['word']>>> = {
  approval: { yes: 'approve', no: 'deny' },
  outcome: { done: 'done', 'not-done': 'not_done', 'give-up': 'give_up' },
};

async function askAtTerminal(asked: Asked, signal: AbortSignal): Promise<PersonsWord | undefined> {
  const { id: questionId, data, kind } = asked.question;
  for (const line of describeQuestion(asked)) console.error(line);
  const choices = Object.keys(words[kind]).join(', ');
  for (;;) {
    const line = await askLine(`${choices}, or nothing to leave it waiting: `, signal);
    const [word = '', ...reason] = (line ?? '').trim().split(/\s+/);
    if (word === '') return undefined;
    const meant = Object.hasOwn(words[kind], word) ? words[kind][word] : undefined;
    if (meant === undefined) continue;
    return {
      questionId,
      argumentsSha256: data.arguments_sha256,
      word: meant,
      name: nameOfUser(),
      reason: reason.join(' ').slice(0, 1_000).toWellFormed(),
    };
  }
}
