import { cutText, revealedText, shownText } from '@agent-home/protocol';

/** Code points of a preview (ADR 0036). */
const previewLength = 300;

/** What a model, a tool or a stranger wrote, whole, line by line: nothing in it can hide, reorder or steer the terminal. */
export function shownLines(text: string): string[] {
  return revealedText(text).split(/\r?\n/);
}

/** Its beginning on one line, cut between characters as people count them. */
export function preview(text: string, length = previewLength): string {
  // No more than that is looked at, however much a tool gave.
  const begin = shownText(text.slice(0, length * 8));
  const cut = cutText(begin, length);
  if (cut === begin && text.length <= length * 8) return begin;
  return `${cut}… (${text.length.toLocaleString('en')} characters)`;
}
