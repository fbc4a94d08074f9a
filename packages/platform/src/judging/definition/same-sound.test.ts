import { describe, expect, it } from 'vitest';
import { sameSound } from './answer-at-once.ts';

describe('two characters sound the same', () => {
  it.each([
    ['风', '风', true],
    ['风', '峰', true],
    ['马', '骂', true],
    ['马', '牛', false],
    // One of two readings is sufficient: xing and hang, le and yue.
    ['行', '星', true],
    ['行', '航', true],
    ['行', '河', false],
    ['乐', '勒', true],
    ['乐', '月', true],
    // The syllables lü and lu differ.
    ['吕', '驴', true],
    ['吕', '路', false],
    // A character that is missing in the dictionary sounds only like itself.
    ['𠮷', '𠮷', true],
    ['𠮷', '吉', false],
  ])('%s and %s: %s', (first, second, expected) => {
    expect(sameSound(first, second)).toBe(expected);
    expect(sameSound(second, first)).toBe(expected);
  });

  it('compares single characters only', () => {
    for (const [first, second] of [
      ['', ''],
      ['a', 'a'],
      ['风云', '风云'],
      ['风', ''],
      ['。', '。'],
    ] as const) {
      expect([first, sameSound(first, second)]).toEqual([first, false]);
    }
  });
});
