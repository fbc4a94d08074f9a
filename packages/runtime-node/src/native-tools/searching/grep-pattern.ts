import { ToolFailure } from '../../outcomes/tool-failure.ts';

/** Nested repetitions multiply: above this limit a pattern alone would exhaust the memory. */
const maximumRepetitions = 1_000;
/** Limit of the expanded pattern. Matching a line takes time in proportion to it: seconds for a long line. */
const maximumWrittenOut = 20_000;

/** @throws ToolFailure `invalid_pattern` for an expression whose repetitions multiply */
export function refuseMultiplied(pattern: string): void {
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
