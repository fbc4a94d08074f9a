import { afterEach, expect, test, vi } from 'vitest';
import { caseCount, caseShare } from './case-count.ts';

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
