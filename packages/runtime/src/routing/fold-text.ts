/** A text as keywords are compared, and where each of its units comes from. */
export interface FoldedText {
  text: string;
  /** Of the letter that a unit was made of, in UTF-16 units of what was folded. */
  starts: readonly number[];
  ends: readonly number[];
}

/** Blanks, plain letters, and what else people take for one letter: with its marks, a Hangul syllable with all its parts. */
const pieces =
  /\s+|[!-~]+(?!\p{M})|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+\p{M}*|\P{M}\p{M}*|\p{M}+/gu;

/**
 * Upper and lower case are one, however a letter is composed, and so are blanks of any kind and number. What only chooses how
 * an emoji is drawn is left out.
 */
export function foldText(source: string): FoldedText {
  const whole = source.toWellFormed();
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  for (const { 0: piece, index } of whole.matchAll(pieces)) {
    const isPlain = /^[!-~]/.test(piece) && !/\P{ASCII}/u.test(piece);
    const folded = isPlain ? piece.toLowerCase() : foldPiece(piece);
    for (let at = 0; at < folded.length; at += 1) {
      starts.push(isPlain ? index + at : index);
      ends.push(isPlain ? index + at + 1 : index + piece.length);
    }
    text += folded;
  }
  return { text, starts, ends };
}

/** By way of upper case, where `ß` is `SS` and both sigmas are one; letter by letter, for a word's end would change them. */
function foldPiece(piece: string): string {
  if (/^\s/u.test(piece)) return ' ';
  let folded = '';
  for (const letter of piece.normalize('NFD')) folded += letter.toUpperCase().toLowerCase();
  // The dot of a Turkish İ: an i has it already.
  return folded.replace(/i\u0307/g, 'i').replace(/[\ufe0e\ufe0f]/g, '').normalize('NFC');
}
