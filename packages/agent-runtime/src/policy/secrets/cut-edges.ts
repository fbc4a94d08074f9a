import { type Found, isSpace } from './scan-text.ts';

/** Shortest part of a secret that is hidden next to a cut; a shorter part reveals too little. */
const shortestPart = 4;
/** Maximum number of cuts searched in one text, so that no text makes the search slow. */
const mostCuts = 64;

/** Line in place of the omitted middle of an output. */
export function cutNote(cutBytes: number, allBytes: number): string {
  return `[${cutBytes} of ${allBytes} bytes cut here]`;
}

const cutNotes = /\n\[\d+ of \d+ bytes cut here\]\n/g;

/**
 * Finds the parts of secrets that a cut left next to its note: the end of one after the note, the beginning of one before it. Both
 * are too short for the usual search.
 */
export function partsAtCuts(text: string, sought: readonly { text: string; owner: number }[]): Found[] {
  const found: Found[] = [];
  let cuts = 0;
  for (const note of text.matchAll(cutNotes)) {
    if (++cuts > mostCuts) break;
    const { index } = note;
    const behind = index + note[0].length;
    const following = visible(text, behind, 1);
    const preceding = visible(text, index - 1, -1);
    for (const { text: secret, owner } of sought) {
      const end = longestPart(secret.length, (length) =>
        following.characters.startsWith(secret.slice(-length)),
      );
      if (end > 0) found.push({ start: behind, end: (following.places[end - 1] ?? behind) + 1, owner });
      const beginning = longestPart(secret.length, (length) =>
        preceding.characters.endsWith(secret.slice(0, length)),
      );
      const start = preceding.places[beginning - 1];
      if (start !== undefined) found.push({ start, end: index, owner });
    }
  }
  return found;
}

/** Returns the length of the longest part that fits; 0 if no part of at least `shortestPart` characters does. */
function longestPart(whole: number, fits: (length: number) => boolean): number {
  for (let length = whole - 1; length >= shortestPart; length--) if (fits(length)) return length;
  return 0;
}

/** Longest form of a piece of a secret, in hexadecimal, with room for escapes. */
const mostCharacters = 1_024;

/**
 * Returns the characters other than white space from a position on, forwards or backwards. `characters` reads forwards, `places` in
 * the direction of the reading.
 */
function visible(text: string, from: number, step: 1 | -1): { characters: string; places: number[] } {
  const places: number[] = [];
  const units: string[] = [];
  for (let at = from; at >= 0 && at < text.length && places.length < mostCharacters; at += step) {
    if (isSpace(text.charCodeAt(at))) continue;
    places.push(at);
    units.push(text[at] ?? '');
  }
  return { characters: (step === 1 ? units : units.toReversed()).join(''), places };
}
