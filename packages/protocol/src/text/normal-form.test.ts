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
    {
      maxLength: 200,
    },
  )
  .map((characters) => characters.join(''));

describe('the normal form of a text', () => {
  it('is the one of the standard, however many marks stand on a letter', () => {
    fc.assert(
      fc.property(text, (any) => {
        for (const form of ['NFC', 'NFKC'] as const) expect(normalForm(any, form)).toBe(any.normalize(form));
      }),
      { numRuns: 500 },
    );
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
