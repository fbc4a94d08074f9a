import { normalForm } from '@agent-home/protocol';
import type { RoutedAgent, Trigger } from '../routing/routing.ts';

/** Match of a trigger, as far as the rulings define it. */
export interface NaiveMatch {
  pattern: string;
  piece: string;
  priority: number;
  length: number;
}

/**
 * Routes by the letter of the requirements: every keyword is tried at every place (S3-76 to S3-80; ADR 0031). Expressions are
 * limited to those that JavaScript and RE2 read alike.
 */
export function routeNaively(agents: readonly RoutedAgent[], prompt: string): [string, NaiveMatch[]][] {
  return agents
    .map(({ name, triggers }): [string, NaiveMatch[]] => [
      name,
      triggers.flatMap((trigger) => collectMatches(trigger, prompt)).sort(compare),
    ])
    .filter(([, matches]) => matches.length > 0)
    .sort(([one, [first]], [other, [second]]) => {
      if (!first || !second) return 0;
      return compare(first, second) || (one < other ? -1 : 1);
    });
}

function compare(one: NaiveMatch, other: NaiveMatch): number {
  return other.priority - one.priority || other.length - one.length;
}

function collectMatches({ keywords = [], regex, match, priority }: Trigger, prompt: string): NaiveMatch[] {
  const found = keywords.flatMap((keyword) => {
    const wanted = fold(match === 'word' ? keyword.trim() : keyword);
    const piece = wanted === '' ? undefined : findKeyword(wanted, prompt, match);
    return piece === undefined ? [] : [{ pattern: keyword, piece, priority, length: [...wanted].length }];
  });
  const piece = regex === undefined ? undefined : new RegExp(regex, 'iu').exec(prompt)?.[0];
  if (regex === undefined || piece === undefined) return found;
  return [...found, { pattern: regex, piece, priority, length: [...piece].length }];
}

/** Returns the match at the first place, with as much text there as is equal after folding. */
function findKeyword(wanted: string, prompt: string, match: Trigger['match']): string | undefined {
  const places = placesIn(prompt);
  for (const start of places)
    for (const end of places.toReversed()) {
      if (end <= start || fold(prompt.slice(start, end)) !== wanted) continue;
      const before = [...fold(prompt.slice(0, start))].at(-1);
      const [after] = fold(prompt.slice(end));
      const isWhole = mayBegin(before, [...wanted][0]) && mayBegin([...wanted].at(-1), after);
      if (match === 'substring' || isWhole) return prompt.slice(start, end);
    }
  return undefined;
}

/** Returns the positions between letters: never before a combining mark, nor inside a Hangul syllable. */
function placesIn(prompt: string): number[] {
  const places = [0];
  for (const letter of prompt) places.push((places.at(-1) ?? 0) + letter.length);
  return places.filter((at) => !/^[\p{M}\u1160-\u11ff]/u.test(prompt.slice(at)));
}

function mayBegin(before: string | undefined, after: string | undefined): boolean {
  if (before === undefined || after === undefined) return true;
  const isCjk = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
  const isLetter = /[\p{L}\p{N}\p{M}_]/u;
  return isCjk.test(before) || isCjk.test(after) || !isLetter.test(before) || !isLetter.test(after);
}

function fold(text: string): string {
  const cased = normalForm(text.toWellFormed(), 'NFD').toUpperCase().toLowerCase();
  const plain = cased
    .replace(/ς/g, 'σ')
    .replace(/i\u0307/g, 'i')
    .replace(/[\ufe0e\ufe0f]/g, '');
  return normalForm(plain, 'NFC').replace(/\s+/g, ' ');
}
