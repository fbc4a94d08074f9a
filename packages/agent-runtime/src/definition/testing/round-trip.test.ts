import fc from 'fast-check';
import { it } from 'vitest';
import { goesRound } from './round-trip.ts';

// round-trip.soak.test.ts checks the same with ten thousand files.
it('a file round-trips and an edit changes one member', () => {
  // A smaller file would not be simpler, and the search for one takes long.
  fc.assert(goesRound, { numRuns: 40, endOnFailure: true });
});
