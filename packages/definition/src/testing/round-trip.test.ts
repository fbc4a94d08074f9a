import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeMarkdown } from '../markdown/encode-markdown.ts';
import { allTheWay, editedFile, faultsOf } from './round-trip.ts';

// Of ten thousand files the long tests say the same (round-trip-long.test.ts).
it('a file comes back the same all the way round, and an edit changes the bytes of its member alone', () => {
  fc.assert(
    fc.property(editedFile, (file) => {
      const { read, again, markdown } = allTheWay(file, file.to);
      expect([read, again]).toEqual([file.definition, file.definition]);
      expect(markdown).toBe(encodeMarkdown(file.definition));
      expect(faultsOf(file)).toEqual([]);
    }),
    // A smaller file would be no plainer, and looking for one takes long.
    { numRuns: 40, endOnFailure: true },
  );
});
