import type { PersonsWord, Question } from '@agent-home/agent-runtime';
import { type JsonObject, shownText } from '@agent-home/protocol';
import { type Asking, describeFileChange, type FileChange } from '@agent-home/runtime-node';
import { CommandError } from '../../errors/command-error.ts';
import { askLine } from '../../terminal/ask-line.ts';
import { mark } from '../../terminal/colours.ts';
import { discardTyped } from '../../terminal/discard-typed.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import type { AllowedCallsHere } from './allowed-calls.ts';
import type { Asked } from './asked.ts';
import { warningLines } from './dangerous-options.ts';
import { describeQuestionHere } from './describe-question.ts';
import { nameOfUser } from './name-of-user.ts';

/** Terminal that prompts a person. */
export interface AskingTerminal {
  tell(line: string): void;
  /**
   * Reads a line that the user types after the question was shown. Returns undefined at the end of input or once `signal` is
   * aborted.
   */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>;
}

interface AskingHere {
  /** True if the run may stay waiting. */
  wait: boolean;
  /** Calls that were allowed in advance; they are answered without a terminal as well. */
  allowed: AllowedCallsHere;
  /** Absolute path of the project, in which changes of files are described as diffs. */
  project: string;
  /** Removes the secrets of the run from a text: a file may contain one. */
  clean(text: string): string;
  /** Terminal to use; default: the terminal of this process, if any. */
  terminal?: AskingTerminal;
}

/** Asks the user at the terminal. Without a terminal, the run keeps waiting in the store, or fails if it must not wait. */
export function askHere({ wait, terminal = ownTerminal(), ...options }: AskingHere): Asking {
  return {
    ask: async (asked, signal) =>
      options.allowed.answer(asked.question) ??
      (terminal ? askAt({ ...options, terminal }, asked, signal) : undefined),
    otherwise: wait ? 'leave' : 'fail',
  };
}

function ownTerminal(): AskingTerminal | undefined {
  // Questions go to standard error and answers come from standard input, so both must be terminals.
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return {
    tell: (line) => console.error(line),
    async ask(question, signal) {
      await discardTyped(process.stdin);
      return signal.aborted ? undefined : askLine(question, signal);
    },
  };
}

/** Replies to each kind of question, with their short forms. */
const words: Record<Question['kind'], Readonly<Record<string, PersonsWord['word']>>> = {
  approval: { yes: 'approve', y: 'approve', no: 'deny', n: 'deny' },
  outcome: { done: 'done', 'not-done': 'not_done', 'give-up': 'give_up' },
};

/** Replies that allow further calls as well. They have no short form: `s` may be the rest of a `yes` typed too early. */
const scopes: Readonly<Record<string, 'session' | 'always'>> = { session: 'session', always: 'always' };

async function askAt(
  { terminal, allowed, project, clean }: Omit<AskingHere, 'wait'> & { terminal: AskingTerminal },
  asked: Asked,
  signal: AbortSignal,
): Promise<PersonsWord | undefined> {
  const { question } = asked;
  const { id: questionId, data, kind } = question;
  for (const line of describeQuestionHere(asked, await getChange(project, question, clean)))
    terminal.tell(line);
  const suggested = allowed.suggest(question);
  if (suggested !== undefined) {
    terminal.tell(
      `  patterns   session [PATTERN] or always [PATTERN] allow calls like it; default ${shownText(suggested)}`,
    );
    warn(suggested, terminal);
  }
  for (;;) {
    const line = await terminal.ask(
      `${listChoices(kind, suggested)}, or nothing to leave it waiting: `,
      signal,
    );
    const [word = '', ...rest] = (line ?? '').trim().split(/\s+/);
    if (word === '') return undefined;
    const said = word.toLowerCase();
    const reply = { questionId, argumentsSha256: data.arguments_sha256, name: nameOfUser() };
    const scope = kind === 'approval' && Object.hasOwn(scopes, said) ? scopes[said] : undefined;
    if (scope !== undefined) {
      const pattern = rest.join(' ') || suggested;
      const problem =
        allowed.refuse(pattern ?? '', question) ?? allow(allowed, scope, pattern ?? '', terminal);
      // The warning about the suggestion stands above the question.
      if (problem === undefined && pattern !== undefined && pattern !== suggested) warn(pattern, terminal);
      if (problem === undefined)
        return { ...reply, word: 'approve', reason: `${scope}: ${pattern}`.slice(0, 1_000) };
      terminal.tell(shownText(problem));
      continue;
    }
    const meant = Object.hasOwn(words[kind], said) ? words[kind][said] : undefined;
    if (meant === undefined && kind === 'outcome') continue;
    // Any response except yes counts as no (S3-63), even a typing error: an agent can repeat the call, but an action cannot be
    // undone.
    if (meant === undefined) terminal.tell(`${preview(word, 40)} is not yes and counts as no`);
    return { ...reply, word: meant ?? 'deny', reason: rest.join(' ').slice(0, 1_000).toWellFormed() };
  }
}

async function getChange(
  project: string,
  { kind, data }: Question,
  clean: (text: string) => string,
): Promise<FileChange | undefined> {
  const args = data.arguments;
  if (kind !== 'approval' || typeof args !== 'object' || args === null || Array.isArray(args))
    return undefined;
  const change = await describeFileChange(project, { tool: data.tool, arguments: args as JsonObject });
  return change && { ...change, diff: clean(change.diff) };
}

function listChoices(kind: Question['kind'], suggested: string | undefined): string {
  if (kind === 'outcome') return Object.keys(words.outcome).join(', ');
  return suggested === undefined ? 'yes, no [REASON]' : 'yes, no [REASON], session, always';
}

/** Allows further calls. @returns the reason why they could not be allowed */
function allow(
  allowed: AllowedCallsHere,
  scope: 'session' | 'always',
  pattern: string,
  terminal: AskingTerminal,
): string | undefined {
  if (scope === 'session') {
    allowed.allowForSession(pattern);
    terminal.tell(`  allowed until this session ends: ${shownText(pattern)}`);
    return undefined;
  }
  try {
    const path = allowed.allowAlways(pattern);
    terminal.tell(`  allowed in this project from now on: ${shownText(pattern)}, in ${shownText(path)}`);
    terminal.tell(`  to undo    agent-home approvals patterns remove ${shownText(asArgument(pattern))}`);
    return undefined;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return `${error.message}; answer session, yes or no instead`;
  }
}

function warn(pattern: string, terminal: AskingTerminal): void {
  for (const line of warningLines(pattern)) terminal.tell(`${mark('!')} ${shownText(line)}`);
}

/** Quotes a pattern for a shell: parentheses and `*` mean something there. */
function asArgument(pattern: string): string {
  return `'${pattern.replaceAll("'", `'\\''`)}'`;
}
