import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getDouble, rfcNumbers } from '../testing/rfc-8785.ts';
import { canonicalJson, canonicalJsonBytes } from './canonical-json.ts';

describe('canonical JSON (RFC 8785)', () => {
  it.each(rfcNumbers)('writes the double %s as %s', (bits, text) => {
    expect(canonicalJson(getDouble(bits))).toBe(text);
  });

  it('reproduces the example of section 3.2.2', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts keys by UTF-16 units as in section 3.2.3', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      1: 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(canonicalJson(value)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
        '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
  });

  it('escapes control characters in the one way and nothing else', () => {
    expect(canonicalJson('\u0000\b\t\n\u000b\f\r\u001f"\\/\u007f\u2028é')).toBe(
      '"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\\"\\\\/\u007f\u2028é"',
    );
  });

  it('gives UTF-8 bytes', () => {
    expect(canonicalJsonBytes({ é: '中' })).toEqual(new TextEncoder().encode('{"é":"中"}'));
  });

  it('does not depend on the order of keys and does not change the value', () => {
    const members = fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme' }), fc.integer()), {
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(members, (entries) => {
        const usable = entries.filter(([key]) => key !== '__proto__');
        const value = Object.fromEntries(usable);
        const before = JSON.stringify(value);
        expect(canonicalJson(value)).toBe(canonicalJson(Object.fromEntries(usable.toReversed())));
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });
});
