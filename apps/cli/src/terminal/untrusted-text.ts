import { cutText, revealedText, shownText } from '@agent-home/protocol';

/** Maximum length of a preview, in code points (ADR 0036). */
const previewLength = 300;

/**
 * Returns text of a model, a tool or another agent, line by line and escaped, so that it cannot hide, reorder or control the
 * terminal.
 */
export function shownLines(text: string): string[] {
  return revealedText(text).split(/\r?\n/);
}

/** Returns its beginning on one line, cut between grapheme clusters. */
export function preview(text: string, length = previewLength): string {
  // Reads only the beginning, because results may have any size.
  const begin = shownText(text.slice(0, length * 8));
  const cut = cutText(begin, length);
  if (cut === begin && text.length <= length * 8) return begin;
  return `${cut}… (${text.length.toLocaleString('en')} characters)`;
}
