import { cutText } from '@agent-home/protocol';

/** Maximum length of a preview, in code points (S1-61). */
const longestPreview = 300;

/** Returns the beginning of a text, cut between grapheme clusters: no accent and no part of an emoji is separated. */
export function getPreview(text: string): string {
  return cutText(text, longestPreview);
}
