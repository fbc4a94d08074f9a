import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

describe('the estimate of tokens', () => {
  test.each([
    ['', 0],
    ['four', 1],
    ['fives', 2],
    ['你好', 2],
    ['こんにちは', 5],
    ['한국', 2],
    ['你好 ok', 3],
    ['𠮷', 1],
    ['é', 1],
    ['🙂🙂', 2],
  ])('%j is %i tokens', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  test('two texts together never cost more than each for itself', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(estimateTokens(one + other)).toBeLessThanOrEqual(estimateTokens(one) + estimateTokens(other));
      }),
    );
  });
});
