import { cleanText, normalForm } from '@agent-home/protocol';
import { confusableCharacters } from './confusable-characters.ts';

/** Prototype of each confusable character. */
const prototypes = readPrototypes(confusableCharacters);

/**
 * Returns the skeleton of a name according to UTS #39, section 4: two names with the same skeleton look alike. Invisible characters
 * are removed first, and a run of spaces counts as one.
 */
export function nameSkeleton(name: string): string {
  const shown = [...normalForm(cleanText(name), 'NFD')].map(
    (character) => prototypes.get(character) ?? character,
  );
  return normalForm(shown.join(''), 'NFD');
}

/**
 * Returns the skeleton of a name without regard to case, width, spaces, marks and punctuation: `A d-m1n` has that of `admin`.
 * A capital `I` looks like `l`, so without case `i` does as well.
 */
export function wordSkeleton(name: string): string {
  const letters = (text: string) =>
    normalForm(normalForm(text, 'NFKC'), 'NFD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');
  return letters(nameSkeleton(letters(nameSkeleton(name)))).replaceAll('i', 'l');
}

function readPrototypes(text: string): Map<string, string> {
  const characters = (codes: string) =>
    String.fromCodePoint(...codes.split('+').map((code) => Number.parseInt(code, 16)));
  return new Map(
    text
      .trim()
      .split(/\s+/)
      .flatMap((entry) => {
        const [prototype = '', alike = ''] = entry.split('=');
        return alike.split(',').map((code): [string, string] => [characters(code), characters(prototype)]);
      }),
  );
}
