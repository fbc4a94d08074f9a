import fc from 'fast-check';
import type { JsonValue } from '../json/json-value.ts';
import { getDouble } from './rfc-8785.ts';

/** Any double, drawn by its bits, so that the middle of the range is as likely as its ends. */
export const anyDouble = fc
  .bigInt({ min: 0n, max: 2n ** 64n - 1n })
  .map((bits) => getDouble(bits.toString(16).padStart(16, '0')))
  .filter(Number.isFinite);

/**
 * Arbitrary text: control characters, characters that JSON escapes, and characters whose order by code point differs from that by
 * UTF-16 unit.
 */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '\u0000',
      '\b',
      '\n',
      '"',
      '\\',
      '/',
      '\u007f',
      '\u2028',
      'é',
      '\ufb33',
      '😀',
      '中',
    ),
  }),
);
export const anyName = anyText.filter((name) => name !== '__proto__');

export const { value: anyJson } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyText,
    anyDouble,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(anyName, tie('value'), { maxKeys: 8 }),
  ),
}));
