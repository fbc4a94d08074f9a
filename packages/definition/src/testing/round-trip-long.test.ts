import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeMarkdown } from '../markdown/encode-markdown.ts';
import { allTheWay, editedFile, faultsOf } from './round-trip.ts';

/** All of them by `npm run test:cases`: six minutes. */
const numRuns = process.env.ALL_CASES ? 10_000 : 600;

it('of ten thousand files none comes back another, and no edit touches the bytes of anything else', () => {
  fc.assert(
    fc.property(editedFile, (file) => {
      const { read, again, markdown } = allTheWay(file, file.to);
      expect([read, again]).toEqual([file.definition, file.definition]);
      expect(markdown).toBe(encodeMarkdown(file.definition));
      expect(faultsOf(file)).toEqual([]);
    }),
    { numRuns, endOnFailure: true },
  );
}, 1_200_000);
