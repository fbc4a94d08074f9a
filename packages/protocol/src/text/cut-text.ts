/**
 * Returns the beginning of a text, at most `length` code points long. It is cut between graphemes, so that no accent or part of an
 * emoji is separated from the rest. Reads no more of the text than that. Segmenting takes quadratic time, so `length` should be
 * that of a preview.
 */
export function cutText(text: string, length: number): string {
  // A text has at least as many UTF-16 units as code points, so a short one needs no cut.
  if (text.length <= length) return text;
  // One code point beyond the limit decides if a grapheme continues.
  const points = [...text.slice(0, 2 * (length + 1))].slice(0, length + 1);
  if (points.length <= length) return points.join('');
  let cut = '';
  let count = 0;
  for (const { segment } of new Intl.Segmenter('und').segment(points.join(''))) {
    count += [...segment].length;
    if (count > length) break;
    cut += segment;
  }
  // One character may consist of any number of marks; it is then cut within.
  return cut === '' ? points.slice(0, length).join('') : cut;
}
