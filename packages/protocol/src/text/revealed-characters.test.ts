import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileTexts, lookalikeTexts, unseenTexts } from '../../../../test/console/support/hostile-texts.ts';
import { mixesAlphabets, revealCharacters, revealedText, shownText } from './revealed-characters.ts';

const getShown = (text: string) =>
  revealCharacters(text)
    .map((piece) => ('text' in piece ? piece.text : `[${piece.hidden}]`))
    .join('');

describe('characters that would not be seen', () => {
  test.each(unseenTexts.map((text) => [JSON.stringify(text), text]))('%s shows what is in it', (_, text) => {
    expect(revealCharacters(text).some((piece) => 'hidden' in piece)).toBe(true);
  });

  test('no text changes the direction of others', () => {
    for (const text of hostileTexts) {
      const plain = revealCharacters(text).map((piece) => ('text' in piece ? piece.text : ''));
      expect(plain.join('')).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/u);
    }
  });

  test('languages and emoji are as their authors wrote them', () => {
    for (const text of [
      '中文 и русский',
      'é ñ ü',
      '👨‍👩‍👧 ❤️ 🇨🇳 👍🏽',
      'one\n\ttwo',
      'हिन्दी ไทย עברית العربية',
    ]) {
      expect(getShown(text)).toBe(text);
    }
  });

  test('joiners of Persian and Hindi are shown as they are', () => {
    for (const text of [
      'می\u200cخواهم',
      'خانه\u200cها و کتاب\u200cهایِ ما',
      'بَ\u200cت',
      'क्\u200dष',
      'क्\u200cष',
      'প্\u200cত',
      'ක්\u200dෂ',
      '👩\u200d👧',
    ])
      expect(getShown(text)).toBe(text);
    for (const [text, shown] of [
      ['pay\u200cpal', 'pay[U+200C]pal'],
      ['می\u200c', 'می[U+200C]'],
      ['می\u200c\u200cخواهم', 'می[U+200C][U+200C]خواهم'],
      ['می\u200dخواهم', 'می[U+200D]خواهم'],
      ['क\u200dष', 'क[U+200D]ष'],
      ['क्\u200bष', 'क्[U+200B]ष'],
      ['क्\u200d\u200dष', 'क्\u200d[U+200D]ष'],
    ] as const)
      expect(getShown(text)).toBe(shown);
  });

  test('shows a text alike with an emoji behind it', () => {
    const family = ' 👩‍👧';
    const parts = [
      'a',
      '漢',
      '\n',
      '\r\n',
      '\r',
      '\t',
      '\u202e',
      '\u200b',
      '👍🏽',
      '✌️',
      '\u200d',
      '\u2028',
      '\u{e0041}',
      '🇩🇪',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(revealedText(text + family)).toBe(revealedText(text) + family);
      }),
    );
  });

  test('marks do not pile up on one letter', () => {
    expect(getShown(`e${'\u0301'.repeat(500)}`).length).toBeLessThan(8);
    const four = `e${'\u0301\u0302\u0303\u0304'}`;
    expect(getShown(four)).toBe(four);
    expect(getShown(`${four}\u0305\u0306!`)).toBe(`${four}!`);
  });

  test('reports text between delimiters, and nothing without', () => {
    expect(revealCharacters('')).toEqual([]);
    expect(revealCharacters('\u200b\u200b')).toEqual([{ hidden: 'U+200B' }, { hidden: 'U+200B' }]);
    expect(revealCharacters('\u200ba\nb\u200b')).toEqual([
      { hidden: 'U+200B' },
      { text: 'a\nb' },
      { hidden: 'U+200B' },
    ]);
  });
});

test('hidden characters have codes on pages and terminals', () => {
  const hidden = [
    '\u202e',
    '\u200b',
    '\u2066',
    '\ufeff',
    '\u00ad',
    '\u001b',
    '\u0085',
    '\u0000',
    '\u{e0041}',
  ];
  for (const character of hidden) {
    const code = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
    const name = `Eve${character}admin`;
    expect(revealCharacters(name)).toEqual([{ text: 'Eve' }, { hidden: code }, { text: 'admin' }]);
    expect(shownText(name)).toBe(`Eve‹${code}›admin`);
  }
  expect(shownText(' one\n two\t👨‍👩‍👧 ')).toBe('one two 👨‍👩‍👧');
});

test('alphabets that look alike are told apart', () => {
  for (const text of lookalikeTexts) expect(mixesAlphabets(text), text).toBe(true);
  for (const text of ['paypal', 'привет hello', 'α and β', '中文 text'])
    expect(mixesAlphabets(text), text).toBe(false);
});
