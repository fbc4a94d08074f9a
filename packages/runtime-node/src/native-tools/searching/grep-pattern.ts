import { RE2JS } from 're2js';
import { ToolFailure } from '../../outcomes/tool-failure.ts';

/** Nested repetitions multiply: above this limit a pattern alone would exhaust the memory. */
const maximumRepetitions = 1_000;
/** Limit of the expanded pattern. Matching a line takes time in proportion to it: seconds for a long line. */
const maximumWrittenOut = 20_000;

/**
 * Compiles a pattern to a test of lines, with RE2, so that it never backtracks.
 *
 * @throws ToolFailure `invalid_pattern`
 */
export function compilePattern(
  pattern: string,
  options: { literal: boolean; case_insensitive: boolean },
): (line: string) => boolean {
  const source = options.literal ? RE2JS.quote(pattern) : pattern;
  if (!options.literal) refuseMultiplied(pattern);
  try {
    const compiled = RE2JS.compile(source, options.case_insensitive ? RE2JS.CASE_INSENSITIVE : 0);
    return (line) => compiled.matcher(line).find();
  } catch (error) {
    const why = error instanceof Error ? error.message : 'the pattern is not valid';
    throw new ToolFailure('invalid_pattern', `${why}; set literal to search for the text itself`);
  }
}

function refuseMultiplied(pattern: string): void {
  let product = 1;
  for (const [, least = '', most = ''] of pattern.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g))
    product *= Math.max(1, Number(least), Number(most));
  if (product > maximumRepetitions)
    throw new ToolFailure(
      'invalid_pattern',
      `repetitions add up to more than ${maximumRepetitions}: use * or +`,
    );
  if (product > 1 && product * pattern.length > maximumWrittenOut)
    throw new ToolFailure('invalid_pattern', 'the repeated part is too large: use * or +');
}
