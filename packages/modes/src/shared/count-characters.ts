import { normalForm } from '@agent-home/protocol';

/**
 * Counts the Unicode code points of a text in NFC without white space at both ends. The number does not depend on how a keyboard
 * composes accents, and padding does not increase it.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of normalForm(text, 'NFC').trim()) count++;
  return count;
}
