/** Code points of a preview (S1-61). */
const longestPreview = 300;

/** The beginning of a text, cut between characters as people count them: no accent and no part of an emoji is parted from its rest. */
export function previewOf(text: string): string {
  // Two UTF-16 units a code point at most, and one code point more than is shown tells whether a character goes on.
  const points = [...text.slice(0, 2 * (longestPreview + 1))].slice(0, longestPreview + 1);
  if (points.length <= longestPreview) return points.join('');
  let preview = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(points.join(''))) {
    length += [...segment].length;
    if (length > longestPreview) break;
    preview += segment;
  }
  // One character may be made of any number of marks: then it is cut all the same.
  return preview === '' ? points.slice(0, longestPreview).join('') : preview;
}
