import { expect, it } from 'vitest';
import { namesEntry, seenHistory } from './seen-history.ts';

const hash = 'ab'.repeat(32);
const other = 'cd'.repeat(32);

it('an author that has read nothing yet names no entry', () => {
  expect(namesEntry(undefined)).toBe(false);
  expect(namesEntry({ sequence: 0, hash })).toBe(false);
  expect(namesEntry({ sequence: 1, hash })).toBe(true);
});

it('an author’s seen claim agrees, conflicts or is unknown', () => {
  for (const [seen, judgedAt, known, expected] of [
    [{ sequence: 2, hash }, 5, hash, 'agrees'],
    [{ sequence: 4, hash }, 5, hash, 'agrees'],
    [{ sequence: 2, hash: other }, 5, hash, 'conflicts'],
    [{ sequence: 2, hash }, 5, undefined, 'unknown'],
    // An author cannot have read its own entry or a later one.
    [{ sequence: 5, hash }, 5, hash, 'conflicts'],
    [{ sequence: 9, hash }, 5, undefined, 'conflicts'],
    [{ sequence: 0, hash }, 5, undefined, 'unknown'],
    [undefined, 5, hash, 'unknown'],
  ] as const)
    expect([seen, judgedAt, seenHistory(seen, judgedAt, known)]).toEqual([seen, judgedAt, expected]);
});
