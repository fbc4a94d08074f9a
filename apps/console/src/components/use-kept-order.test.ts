import { expect, test } from 'vitest';
import { longestRun } from './use-kept-order.ts';

test('the fewest moved items are counted', () => {
  const before = ['a', 'b', 'c', 'd'];
  expect(longestRun(before, before)).toBe(4);
  expect(longestRun(before, ['d', 'a', 'b', 'c'])).toBe(3);
  expect(longestRun(before, ['new', 'a', 'b', 'c', 'd'])).toBe(4);
  expect(longestRun(before, ['d', 'c', 'b', 'a'])).toBe(1);
  expect(longestRun([], ['a'])).toBe(0);
});
