import { normalForm } from '@agent-home/protocol';

/**
 * Unicode code points of a text in NFC with the white space at both ends left out: the same however the author's
 * keyboard composes an accent, and not to be raised by blanks.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of normalForm(text, 'NFC').trim()) count++;
  return count;
}
