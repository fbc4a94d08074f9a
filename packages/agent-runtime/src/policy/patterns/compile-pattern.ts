import { RE2JS } from 're2js';

/** A user-defined regular expression, executed by RE2, so that it cannot backtrack. */
export interface Pattern {
  /** Maximum number of instructions that RE2 executes for one character: the cost of matching a character. */
  readonly size: number;
  matches(text: string): boolean;
  /** Returns the first match, in UTF-16 units; it may be empty. */
  first(text: string): { start: number; end: number } | undefined;
  /** Matches in UTF-16 units, without empty ones. */
  ranges(text: string): { start: number; end: number }[];
}

export class PatternError extends Error {
  override readonly name = 'PatternError';
}

const longestPattern = 500;
/**
 * Limit of the compiled program: counted repetitions (`a{1,999}`) are expanded, which costs memory, and time
 * for each character.
 */
const largestProgram = 1_000;
const mostRepeated = 1_000;

/** Compiled patterns are cached: a policy is read several times for a run, and RE2 takes a millisecond for a few patterns. */
const compiledPatterns = new Map<string, Pattern>();
const mostKept = 200;

/** @throws PatternError */
export function compilePattern(source: string, { ignoreCase = false } = {}): Pattern {
  const key = `${ignoreCase ? 'i' : 'c'}${source}`;
  const known = compiledPatterns.get(key);
  if (known) return known;
  const pattern = compiled(source, ignoreCase);
  if (compiledPatterns.size >= mostKept) compiledPatterns.clear();
  compiledPatterns.set(key, pattern);
  return pattern;
}

function compiled(source: string, ignoreCase: boolean): Pattern {
  if (source.length > longestPattern)
    throw new PatternError(`the pattern is longer than ${longestPattern} characters: shorten it`);
  refuseMultiplied(source);
  const expression = readPattern(source, ignoreCase);
  const size = expression.programSize();
  if (size > largestProgram) throw new PatternError('the pattern is too large: use * or +');
  return {
    size,
    matches: (text) => expression.matcher(text).find(),
    first: (text) => {
      const matcher = expression.matcher(text);
      return matcher.find() ? { start: matcher.start(), end: matcher.end() } : undefined;
    },
    ranges: (text) => {
      const matcher = expression.matcher(text);
      const ranges: { start: number; end: number }[] = [];
      while (matcher.find()) {
        const [start, end] = [matcher.start(), matcher.end()];
        if (end > start) ranges.push({ start, end });
      }
      return ranges;
    },
  };
}

function readPattern(source: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    throw new PatternError(error instanceof Error ? error.message : 'the pattern is not valid');
  }
}

/** Checked before compilation, because nested repetitions multiply and compiling them would exhaust the memory. */
function refuseMultiplied(source: string): void {
  let product = 1;
  for (const [, least = '', most = ''] of source.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g))
    product *= Math.max(1, Number(least), Number(most));
  if (product > mostRepeated)
    throw new PatternError(`repetitions add up to more than ${mostRepeated}: use * or +`);
}
