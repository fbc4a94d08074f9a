import { normalForm } from '@agent-home/protocol';

/** Text in the form in which keywords are compared, with the origin of each of its units. */
export interface FoldedText {
  text: string;
  /** Offsets of the letter that each unit was folded from, in UTF-16 units of the original text. */
  starts: readonly number[];
  ends: readonly number[];
}

const hangul = String.raw`(?:[\u1100-\u115f\ua960-\ua97c]+|[\uac00-\ud7a3])[\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7cb-\ud7fb]*\p{M}*`;
/**
 * White space, plain letters, and further units that are read as one letter: a letter with its marks, a Hangul
 * syllable with all its parts.
 */
const pieces = new RegExp(String.raw`\s+|[!-~]+(?!\p{M})|${hangul}|\P{M}\p{M}*|\p{M}+`, 'gu');

/** Longest cached letter: the number of letters of that length is small. */
const longestKnown = 2;

/**
 * Folds case, the composition of letters, and blanks of any kind and number. Leaves out characters that only choose how an emoji is
 * drawn.
 */
export function foldText(source: string): FoldedText {
  const whole = source.toWellFormed();
  const starts: number[] = [];
  const ends: number[] = [];
  /** Folded letters are cached, because folding takes longer than a map lookup. */
  const known = new Map<string, string>();
  let text = '';
  for (const { 0: piece, index } of whole.matchAll(pieces)) {
    const isPlain = /^[!-~]/.test(piece) && !/\P{ASCII}/u.test(piece);
    const folded = isPlain ? piece.toLowerCase() : (known.get(piece) ?? foldPiece(piece));
    if (!isPlain && piece.length <= longestKnown) known.set(piece, folded);
    for (let at = 0; at < folded.length; at += 1) {
      starts.push(isPlain ? index + at : index);
      ends.push(isPlain ? index + at + 1 : index + piece.length);
    }
    text += folded;
  }
  return { text, starts, ends };
}

/** Returns true if no folded letter spans this position. */
export function isLetterBorder({ starts }: FoldedText, at: number): boolean {
  return at === 0 || at >= starts.length || starts[at] !== starts[at - 1];
}

/**
 * Folds a letter by way of upper case, where `ß` is `SS` and both sigmas are equal. It folds letter by letter, since the end of a
 * word would change them.
 */
function foldPiece(piece: string): string {
  if (/^\s/u.test(piece)) return ' ';
  let folded = '';
  for (const letter of normalForm(piece, 'NFD')) folded += letter.toUpperCase().toLowerCase();
  // Removes the combining dot of a Turkish İ, because a lowercase i has one already.
  return normalForm(folded.replace(/i\u0307/g, 'i').replace(/[\ufe0e\ufe0f]/g, ''), 'NFC');
}
