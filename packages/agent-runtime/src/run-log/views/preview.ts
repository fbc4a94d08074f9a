import { cutText } from '@agent-home/protocol';

/** Code points of a preview (S1-61). */
const longestPreview = 300;

/** The beginning of a text, cut between characters as people count them: no accent and no part of an emoji is parted from its rest. */
export function previewOf(text: string): string {
  return cutText(text, longestPreview);
}
