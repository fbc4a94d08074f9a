import { cleanText } from '@agent-home/protocol';
import { foldedText } from '../text/folded-text.ts';

/** Poem with the theme of its round. `isPublic` is true for a poem of a public topic. */
export interface SubmittedPoem {
  theme: string;
  text: string;
  isPublic: boolean;
}

/** Scores one poem from 0 to 10. Notes (at most 20 of 200 characters) explain the score. */
export interface PoemJudge {
  judge(poem: SubmittedPoem): Promise<{ score: number; notes: string[] }>;
}

/** Maximum length of a poem that is read, for its text and for its letters after folding. */
const maxTextLength = 8_000;
const linesMin = 2;
const linesMax = 20;
const disclaimer = 'form and theme alone were checked; nobody judged whether it is a good poem';

/**
 * Default judge of a home. It counts lines (3 points), their evenness (3), mentions of the theme (2) and
 * repeated lines (2), and explains the score. The same poem always gets the same score. Invisible characters do
 * not count, so they can neither lengthen a line nor make a repeated one new.
 */
export const formJudge = {
  judge: ({ theme, text }: Pick<SubmittedPoem, 'theme' | 'text'>) => Promise.resolve(judgeForm(theme, text)),
} satisfies PoemJudge;

function judgeForm(theme: string, text: string): { score: number; notes: string[] } {
  const lines = text.length > maxTextLength ? undefined : toLines(text);
  if (!lines || lines.reduce((sum, line) => sum + line.length, 0) > maxTextLength)
    return { score: 0, notes: [disclaimer, 'too long to be looked at'] };
  if (lines.length === 0) return { score: 0, notes: [disclaimer, 'there are no lines'] };
  const lengths = lines.map(computeLength);
  const hasPoemLength = lines.length >= linesMin && lines.length <= linesMax;
  const parts: [points: number, most: number, what: string][] = [
    [hasPoemLength ? 3 : 0, 3, `${lines.length} lines, ${linesMin} to ${linesMax} wanted`],
    [evenness(lengths), 3, `lines of ${Math.min(...lengths)} to ${Math.max(...lengths)} letters`],
    [closeness(theme, lines), 2, 'mention of the theme'],
    [freshness(lines), 2, 'lines that are not repeated'],
  ];
  return {
    score: parts.reduce((sum, [points]) => sum + points, 0),
    notes: [disclaimer, ...parts.map(([points, most, what]) => `${what}: ${points} of ${most}`)],
  };
}

/** Returns the letters and digits of each line, in lower case. A poem written as one line is split at its punctuation. */
function toLines(text: string): string[] {
  const broken = split(text, /\r?\n/);
  return broken.length > 1 ? broken : split(text, /[，。！？；、,.!?;]/);
}

function split(text: string, at: RegExp): string[] {
  return text
    .split(at)
    .map(toLetters)
    .filter((line) => line !== '');
}

function toLetters(text: string): string {
  return foldedText(cleanText(text), maxTextLength + 1)
    .replace(/[^\p{L}\p{M}\p{N} ]/gu, '')
    .trim();
}

/** Returns the number of letters in a line. Spaces and combining accents do not count. */
function computeLength(line: string): number {
  return [...line.replace(/[ \p{M}]/gu, '')].length;
}

function evenness(lengths: number[]): number {
  if (lengths.length < linesMin) return 0;
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const spread = lengths.reduce((sum, length) => sum + Math.abs(length - mean), 0) / lengths.length / mean;
  if (spread <= 0.1) return 3;
  if (spread <= 0.3) return 2;
  return spread <= 0.6 ? 1 : 0;
}

/** Scores a poem against a theme. A theme may be given in two languages; the better match counts. */
function closeness(theme: string, lines: string[]): number {
  const letters = toLetters(theme);
  const characters = letters.match(/\p{Script=Han}/gu) ?? [];
  const words = letters.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const longWords = words.filter((word) => !/\p{Script=Han}/u.test(word) && word.length > 2);
  const poem = lines.join('\n');
  const poemWords = new Set(poem.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  const share = Math.max(
    computeShare(characters, (character) => poem.includes(character)),
    computeShare(longWords, (word) => poemWords.has(word) || poemWords.has(`${word}s`)),
  );
  if (share === 0) return 0;
  return share >= 0.5 ? 2 : 1;
}

function computeShare(terms: string[], isMentioned: (term: string) => boolean): number {
  return terms.length === 0 ? 0 : terms.filter(isMentioned).length / terms.length;
}

/** Lowers the score for repeated lines: a refrain is part of many poems, but the same line again and again is not. */
function freshness(lines: string[]): number {
  const repeated = (lines.length - new Set(lines).size) / lines.length;
  if (repeated === 0) return 2;
  return repeated <= 0.25 ? 1 : 0;
}
