import { afterEach, expect, test, vi } from 'vitest';
import { caseCount, caseShare, suiteShare } from './case-count.ts';

afterEach(() => void vi.unstubAllEnvs());

test('a run takes a share of the generated cases and the nightly run all', () => {
  vi.stubEnv('TEST_CASES', '');
  expect(caseCount(3, 100)).toBe(3);
  expect([0, 1].map((part) => caseShare(['a', 'b', 'c'], part, 2))).toEqual([['a', 'c'], ['b']]);
  vi.stubEnv('TEST_CASES', 'all');
  expect(caseCount(3, 100)).toBe(100);
  expect([0, 1].map((part) => caseShare(['a', 'b', 'c'], part, 2))).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
});

test('suites of one run of CI share the items', () => {
  vi.stubEnv('TEST_CASES', '');
  vi.stubEnv('TEST_PART', undefined);
  expect(suiteShare(['a', 'b', 'c'], 1, 3)).toEqual(['a', 'b', 'c']);
  vi.stubEnv('TEST_PART', '4');
  const shares = [0, 1, 2].map((suite) => suiteShare(['a', 'b', 'c'], suite, 3));
  expect(shares.flat().toSorted()).toEqual(['a', 'b', 'c']);
});
