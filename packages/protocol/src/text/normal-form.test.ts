import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalForm } from './normal-form.ts';

const assigned = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));
const marks = assigned.filter((character) => /\p{M}/u.test(character));
const text = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...marks) },
      fc.constantFrom('a', 'え', '\uff9e', '\u1100', '각'),
    ),
    // The default draws a dozen at most, which is too few for a run that is reordered.
    { maxLength: 200, size: 'max' },
  )
  .map((characters) => characters.join(''));

describe('the normal form of a text', () => {
  it('is the one of the standard, however many marks stand on a letter', () => {
    let longRuns = 0;
    fc.assert(
      fc.property(text, (any) => {
        if (/[\p{M}\uff9e\uff9f]{31,}/u.test(any)) longRuns += 1;
        for (const form of ['NFC', 'NFKC'] as const) expect(normalForm(any, form)).toBe(any.normalize(form));
      }),
      { numRuns: 500 },
    );
    expect(longRuns).toBeGreaterThan(100);
  });

  it.each([
    ['marks of two classes in turn', `a${'\u0301\u0334'.repeat(40)}`],
    ['marks of three classes, the highest first', `a${'\u0345\u0301\u0334'.repeat(20)}`],
    [
      'marks with one of no class among them',
      `a${'\u0301\u0334'.repeat(20)}\u20dd${'\u0301\u0334'.repeat(20)}`,
    ],
    ['marks of one class, whose order stays', `a${'\u0301\u0300\u0302'.repeat(20)}`],
    ['marks that are two', `a${'\u0344\u0334'.repeat(30)}`],
    ['half-width marks, which are letters to one form', `か${'\uff9e\u0334'.repeat(30)}`],
    ['just enough of them', `a${'\u0301'.repeat(30)}\u0334`],
    ['two runs', `a${'\u0301\u0334'.repeat(20)}b${'\u0345\u0334'.repeat(20)}`],
  ])('is the one of the standard for %s', (_, marked) => {
    for (const form of ['NFC', 'NFKC'] as const)
      expect(normalForm(marked, form)).toBe(marked.normalize(form));
  });

  it('no character but a mark can be passed by another', () => {
    const wrong = assigned.filter((character) => {
      const [first = ''] = character.normalize('NFKD');
      const isPassed = (pair: string) => pair.normalize('NFD') !== pair;
      const hasClass = isPassed(`${first}\u0334`) || isPassed(`\u0345${first}`);
      return hasClass && !/[\p{M}\uff9e\uff9f]/u.test(character);
    });
    expect(wrong).toEqual([]);
  });
});
