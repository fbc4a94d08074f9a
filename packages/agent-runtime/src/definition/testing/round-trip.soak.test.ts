import fc from 'fast-check';
import { it } from 'vitest';
import { caseCount } from '../../../../../test/support/case-count.ts';
import { goesRound } from './round-trip.ts';

/** `TEST_CASES=all npm test -- --project long` runs all cases in six minutes. */
const numRuns = caseCount(300, 10_000);

it('ten thousand files round-trip and edits stay local', () => {
  fc.assert(goesRound, { numRuns, endOnFailure: true });
}, 1_200_000);
