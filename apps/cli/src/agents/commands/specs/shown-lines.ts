import { revealedText } from '@agent-home/protocol';

/** A text of others line by line, indentation and all: nothing in it steers the terminal. */
export function shownLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => revealedText(line));
}
