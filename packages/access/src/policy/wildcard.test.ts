import { describe, expect, it } from 'vitest';
import { matchesWildcard } from './wildcard.ts';

describe('a pattern', () => {
  it.each([
    ['a*b', 'ab', true],
    ['*.jpg', '.jpg', true],
    ['a**b', 'ab', true],
    ['a*b*', 'ab', true],
    ['a*bc', 'abbc', true],
    ['a*b', 'abc', false],
    ['a*', '', false],
    ['', '', true],
    ['', 'a', false],
    ['a?', 'a', false],
    ['?x', '\uffffx', true],
    ['?x', '😀x', true],
    ['??', '😀', false],
  ])('%j fits %j: %s', (pattern, text, expected) => {
    expect(matchesWildcard(pattern, text)).toBe(expected);
  });
});
