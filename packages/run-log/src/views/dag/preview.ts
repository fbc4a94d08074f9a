/** Code points of a preview, and entries of a sample (RUNTIME.md, ruling 14). */
const longestPreview = 300;
const mostInSample = 5;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The beginning of a text, cut between characters as people see them (S1-60). */
export function previewOf(text: string): string {
  // A character that people see as one may be as long as its author likes: no more is looked at than can be shown.
  const beginning = [...text.slice(0, 2 * longestPreview + 2)].slice(0, longestPreview + 1);
  if (beginning.length <= longestPreview) return text.toWellFormed();
  let preview = '';
  let length = 0;
  for (const { segment } of graphemes.segment(beginning.join(''))) {
    length += [...segment].length;
    if (length > longestPreview) break;
    preview += segment;
  }
  return `${preview.toWellFormed()}…`;
}

export function sampleOf<Entry>(entries: readonly Entry[]): Entry[] {
  return entries.slice(0, mostInSample);
}
