/** Piece of text, or a character that would be invisible or would change how others are displayed. */
export type Piece = { text: string } | { hidden: string };

/**
 * Controls, bidirectional controls, zero-width and other format characters, tags, standalone variation selectors, private use, line
 * separators: none of them may hide or reorder displayed text. Newline and tab are harmless; an emoji's own joiners and selectors
 * are part of it.
 */
const asTheySeem = String.raw`\r\n|[\n\t]|\p{RGI_Emoji}`;
const arabic = String.raw`[\p{Script=Arabic}&&\p{L}]`;
/** Signs of Indic scripts that remove the vowel of a letter; a joiner after one chooses the shape of the next letter. */
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2]`;
/** Joiners that spelling requires: between letters of Persian and related languages, and after a virama (RFC 5892, CONTEXTJ). */
const joining = String.raw`(?<=${arabic}\p{M}{0,4})\u200c(?=${arabic})|(?<=${virama})[\u200c\u200d]`;
const hidden = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`;
const tellingApart = new RegExp(`(?:${asTheySeem}|${joining})|(${hidden})`, 'gv');
/** Characters that are hidden or not depending on their neighbours: joiners, the selector of emoji, and tags. */
const byNeighbours = /\p{Join_Control}|\ufe0f|[\u{e0020}-\u{e007f}]/u;
/**
 * Sufficient for a text without such characters, and fast even if V8 no longer optimizes its expressions, in a process with much
 * code.
 */
const tellingApartAlone = new RegExp(String.raw`\r\n|[\n\t]|(${hidden})`, 'gv');
/** Number of marks on one letter that no language exceeds. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

/** Returns text of an agent, a name or a message, in a form that is safe to display in the web UI or a terminal. */
export function revealCharacters(text: string): Piece[] {
  const calm = text.replace(stackedMarks, '$1');
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of calm.matchAll(byNeighbours.test(calm) ? tellingApart : tellingApartAlone)) {
    const [, found] = match;
    if (found === undefined) continue;
    if (match.index > end) pieces.push({ text: calm.slice(end, match.index) });
    pieces.push({ hidden: getName(found) });
    end = match.index + found.length;
  }
  if (end < calm.length) pieces.push({ text: calm.slice(end) });
  return pieces;
}

/** Returns the same as plain text, for output without styling: `‹U+202E›`. */
export function revealedText(text: string): string {
  return revealCharacters(text)
    .map((piece) => ('text' in piece ? piece.text : `‹${piece.hidden}›`))
    .join('');
}

/** Returns the same on one line. */
export function shownText(text: string): string {
  return revealedText(text.replace(/[\t\n\r\p{Zs}]+/gu, ' ')).trim();
}

function getName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns true if one word mixes letters of alphabets that look alike, which may imitate another name. */
export function mixesAlphabets(text: string): boolean {
  return text.split(/[\s\p{P}\p{S}]+/u).some((word) => {
    const alphabets = [
      /\p{Script=Latin}/u,
      /\p{Script=Cyrillic}/u,
      /\p{Script=Greek}/u,
      /\p{Script=Armenian}/u,
    ];
    return alphabets.filter((alphabet) => alphabet.test(word)).length > 1;
  });
}
