import { askLine } from '../../terminal/ask-line.ts';
import { fitsScreen, pickFromList } from '../../terminal/pick-list.ts';
import type { Person } from './person.ts';

/** Returns true if standard input and standard error are terminals, which prompts need. */
export function isAtTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Ctrl-C during a prompt ends the program; no file is written before the last answer. */
export const atTerminal: Person = {
  ask: (question) => askLine(question, new AbortController().signal),
  say: (line) => console.error(line),
  choose: (list) => {
    const { stdin, stderr: screen } = process;
    if (!isAtTerminal() || !fitsScreen(list, screen)) return undefined;
    return pickFromList({ stdin, screen }, list, () => process.kill(process.pid, 'SIGINT'));
  },
};
