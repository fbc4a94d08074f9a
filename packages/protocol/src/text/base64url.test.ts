import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';

describe('base64url', () => {
  it('writes what Node writes and reads it back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = encodeBase64Url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        expect(decodeBase64Url(text)).toEqual(bytes);
      }),
    );
  });

  it('accepts one spelling and writes it back', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'AQgwZ09-_+/= \n'), maxLength: 9 });
    fc.assert(
      fc.property(letters, (text) => {
        const bytes = decodeBase64Url(text);
        if (bytes !== undefined) expect(encodeBase64Url(bytes)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['padding', 'AA=='],
    ['padding after a whole group', 'AAAA='],
    ['spare bits of one byte', 'AB'],
    ['spare bits of two bytes', 'AAB'],
    ['a single letter', 'A'],
    ['five letters', 'AAAAA'],
    ['the letters of plain base64', '+/+/'],
    ['white space', 'AA AA'],
    ['a line break at the end', 'AAAA\n'],
    ['a letter beyond ASCII', 'AAAÄ'],
    ['a wide letter whose low byte is in the alphabet', 'AAA\u0141'],
    ['NUL', 'AAA\u0000'],
  ])('refuses %s', (_label, text) => {
    expect(decodeBase64Url(text)).toBeUndefined();
  });

  it('reads the empty text as no bytes', () => {
    expect(decodeBase64Url('')).toEqual(new Uint8Array());
  });
});
