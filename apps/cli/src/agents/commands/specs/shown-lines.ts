import { revealedText } from '@agent-home/protocol';

/** Splits untrusted text into lines, with their indentation, and escapes anything that could control the terminal. */
export function shownLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => revealedText(line));
}
