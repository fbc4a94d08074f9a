import { userInfo } from 'node:os';
import type { PersonsWord, Question } from '@agent-home/agent-runtime';
import type { Asking } from '@agent-home/runtime-node';
import { askLine } from '../../terminal/ask-line.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import type { Asked } from './asked.ts';
import { describeQuestion } from './describe-question.ts';

/** Terminal that prompts a person. */
export interface AskingTerminal {
  tell(line: string): void;
  /** Reads a line that the user types. Returns undefined at the end of input or once `signal` is aborted. */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>;
}

/**
 * Asks the user at the terminal. Without a terminal, the run keeps waiting in the store, or fails if it must not wait.
 * @param terminal terminal to use; default: the terminal of this process, if any
 */
export function askHere({ wait, terminal }: { wait: boolean; terminal?: AskingTerminal }): Asking {
  const otherwise = wait ? 'leave' : 'fail';
  const place = terminal ?? ownTerminal();
  return place ? { ask: (asked, signal) => askAt(place, asked, signal), otherwise } : { otherwise };
}

function ownTerminal(): AskingTerminal | undefined {
  // Questions go to standard error and answers come from standard input, so both must be terminals.
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return { tell: (line) => console.error(line), ask: askLine };
}

/** Returns the self-declared name of the user, which is the system's name for the user of this process. */
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

async function askAt(
  terminal: AskingTerminal,
  asked: Asked,
  signal: AbortSignal,
): Promise<PersonsWord | undefined> {
  const { id: questionId, data, kind } = asked.question;
  for (const line of describeQuestion(asked)) terminal.tell(line);
  const choices = Object.keys(words[kind]).join(', ');
  for (;;) {
    const line = await terminal.ask(`${choices}, or nothing to leave it waiting: `, signal);
    const [word = '', ...reason] = (line ?? '').trim().split(/\s+/);
    if (word === '') return undefined;
    const said = word.toLowerCase();
    const meant = Object.hasOwn(words[kind], said) ? words[kind][said] : undefined;
    if (meant === undefined && kind === 'outcome') continue;
    // Any response except yes counts as no (S3-63), even a typing error: an agent can repeat the call, but an action cannot be
    // undone.
    if (meant === undefined) terminal.tell(`${preview(word, 40)} is not yes and counts as no`);
    return {
      questionId,
      argumentsSha256: data.arguments_sha256,
      word: meant ?? 'deny',
      name: nameOfUser(),
      reason: reason.join(' ').slice(0, 1_000).toWellFormed(),
    };
  }
}
