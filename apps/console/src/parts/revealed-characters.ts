/** A piece of text, or a character that would not be seen, or would change how others are seen. */
export type Piece = { text: string } | { hidden: string };

/**
 * Controls, bidirectional controls, zero-width and other format characters, tags, variation selectors that stand
 * alone, private use, line separators: none of it may hide or reorder what people read.
 */
const hiddenCharacter = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** More marks on one letter than any language has. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

/** Newline and tab are as they seem; an emoji's own joiners and selectors are part of it. */
export function revealCharacters(text: string): Piece[] {
  const pieces: Piece[] = [];
  let plain = '';
  const calm = text.replace(stackedMarks, '$1');
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(calm);
  for (const { segment } of segments) {
    if (segment === '\n' || segment === '\t' || segment === '\r\n' || !hiddenCharacter.test(segment)) {
      plain += segment;
      continue;
    }
    if (/^\p{RGI_Emoji}$/v.test(segment)) {
      plain += segment;
      continue;
    }
    for (const character of segment) {
      if (!hiddenCharacter.test(character)) {
        plain += character;
        continue;
      }
      if (plain !== '') pieces.push({ text: plain });
      plain = '';
      pieces.push({ hidden: nameOf(character) });
    }
  }
  if (plain !== '') pieces.push({ text: plain });
  return pieces;
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Letters of alphabets that look alike, mixed in one word: somebody may want to be taken for somebody else. */
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
