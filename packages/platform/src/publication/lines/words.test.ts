import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuery, toWords } from './words.ts';

describe('the words of a line', () => {
  it.each([
    ['latin words by their letters alone', "It's 2 o'clock", "'it':2 's':4 '2':6 'o':8 'clock':10"],
    ['every character, and every two side by side', '秋月照', "'秋':2 '秋月':2 '月':3 '月照':3 '照':4"],
    ['no pair over a sign', '秋,月', "'秋':2 '月':4"],
    ['what is written together, next to each other', 'ai诗', "'ai':2 '诗':3"],
    ['width and case folded', 'ＡＢｃ ﾊﾝ', "'abc':2 'ハ':4 'ハン':4 'ン':5"],
    ['nothing of signs', "'; drop -- \\ <->", "'drop':2"],
  ])('%s', (_what, text, words) => expect(toWords(text)).toBe(words));

  it('are valid PostgreSQL text for any message', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(..."秋月 a'\\:*&\u0000") }),
    );
    fc.assert(
      fc.property(anything, (text) => {
        expect(toWords(text)).toMatch(/^('[\p{L}\p{N}\p{M}]+':\d+(,\d+)*( |$))*$/u);
        expect(findQuery(text) ?? '').toMatch(/^('[\p{L}\p{N}\p{M}]+'(:\*)?( (<\d+>|&) |$))*$/u);
      }),
    );
  });

  it('limits the words of an endless message', () => {
    const words = toWords('月'.repeat(100_000));
    expect(words.length).toBeLessThan(5_000);
    expect(toWords('x'.repeat(5_000)).length).toBeLessThan(200);
  });
});

describe('search queries', () => {
  it.each([
    ['one character', '月', "'月'"],
    ['two, as a pair', '秋月', "'秋月'"],
    ['more, pair by pair', '秋月照', "'秋月' <1> '月照'"],
    ['words by their beginnings', 'Light keeper', "'light':* & 'keeper':*"],
    ['a word and what is written with it', 'hello世界', "'hello':* <1> '世界'"],
    ['characters and what is written with them', '世界hello', "'世界' <2> 'hello':*"],
    ['apart, in any order', '秋 月', "'秋' & '月'"],
  ])('%s', (_what, text, query) => expect(findQuery(text)).toBe(query));

  it('is nothing where there are only signs', () => expect(findQuery(' !?… ')).toBeUndefined());
});
