/**
 * Returns the beginning of a text, at most so many code points long and cut between graphemes: no accent and no part of an emoji is
 * parted from its rest. Reads no more of the text than that. Segmenting takes quadratic time, so that `length` is that of a preview.
 */
export function cutText(text: string, length: number): string {
  // A text has at least as many UTF-16 units as code points.
  if (text.length <= length) return text;
  // One code point more than is shown decides if a grapheme continues.
  const points = [...text.slice(0, 2 * (length + 1))].slice(0, length + 1);
  if (points.length <= length) return points.join('');
  let cut = '';
  let count = 0;
  for (const { segment } of new Intl.Segmenter('und').segment(points.join(''))) {
    count += [...segment].length;
    if (count > length) break;
    cut += segment;
  }
  // One character may be made of any number of marks: then it is cut all the same.
  return cut === '' ? points.slice(0, length).join('') : cut;
}
