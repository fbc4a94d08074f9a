import { RE2JS } from 're2js';
import { ToolFailure } from '../../outcomes/tool-failure.ts';

/** What is repeated inside what is repeated multiplies: above this a pattern alone would fill the memory. */
const maximumRepetitions = 1_000;
/** A line is looked at in proportion to what the pattern comes to when it is written out: this is seconds for a long one. */
const maximumWrittenOut = 20_000;

/**
 * A pattern as a test of lines, on RE2: no pattern makes it backtrack.
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
    const why = error instanceof Error ? error.message : 'it cannot be read';
    throw new ToolFailure('invalid_pattern', `${why}; or set literal, if it is no expression`);
  }
}

function refuseMultiplied(pattern: string): void {
  let product = 1;
  for (const [, least = '', most = ''] of pattern.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g))
    product *= Math.max(1, Number(least), Number(most));
  if (product > maximumRepetitions)
    throw new ToolFailure(
      'invalid_pattern',
      `it counts to more than ${maximumRepetitions} in all: use * or +`,
    );
  if (product > 1 && product * pattern.length > maximumWrittenOut)
    throw new ToolFailure('invalid_pattern', 'it is too much to be repeated so often: use * or +');
}
