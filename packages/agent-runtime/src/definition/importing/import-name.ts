import { normalForm } from '@agent-home/protocol';
import { specNameSchema } from '../contracts/spec-fields.ts';
import { mainAgent } from '../definition/fields.ts';

const longest = 63;

/** Returns the nearest valid agent name (S3-14); undefined if no character of it is usable. */
export function mendName(written: string): string | undefined {
  const plain = asciiLetters(written)
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, longest)
    .replace(/-+$/, '');
  if (plain === '') return undefined;
  const name = plain.length < 3 || plain === mainAgent ? `${plain}-agent` : plain;
  return specNameSchema.safeParse(name).success ? name : undefined;
}

/** Letters that Unicode does not decompose into a letter and an accent. */
const letters = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }),
);

/** Returns `cafe` for `café`: letters of the Latin script without their accents. */
function asciiLetters(text: string): string {
  return normalForm(normalForm(text, 'NFKC'), 'NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøłđðþı]/gi, (letter) => letters.get(letter.toLowerCase()) ?? letter);
}

/** Returns `code-reviewer` as a title: `Code Reviewer`. */
export function titleOfName(name: string): string {
  return name
    .split('-')
    .filter((word) => word !== '')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ');
}
