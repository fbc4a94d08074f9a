import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getCode, utf8 } from '../testing/parse-strict-json-support.ts';
import { canonicalJson } from './canonical-json.ts';
import { parseStrictJson } from './parse-strict-json.ts';

describe('compared with JSON.parse', () => {
  it('reads every value the same, however it is spaced', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ noUnicodeString: false }),
        fc.constantFrom(undefined, 1, '\t'),
        (value, space) => {
          const text = JSON.stringify(value, undefined, space);
          const expected: unknown = JSON.parse(text);
          // The generator includes forbidden names and unsafe numbers.
          if (['unsafe_number', 'forbidden_key'].includes(getCode(() => parseStrictJson(utf8(text))))) return;
          expect(JSON.stringify(parseStrictJson(utf8(text)))).toBe(JSON.stringify(expected));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never accepts a text that JSON.parse refuses, and reads what it accepts the same', () => {
    const fragment = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '"b":',
        '\\',
        '\\u0041',
        '\\ud800',
        '1',
        '-',
        '0',
        '.5',
        'e9',
      ],
      ...['true', 'null', ' ', '\n', '\u0001', '中', '__proto__', 'n', '1e999'],
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 12 }), (fragments) => {
        const text = fragments.join('');
        if (getCode(() => parseStrictJson(utf8(text))) !== 'accepted') return;
        expect(JSON.stringify(parseStrictJson(utf8(text)))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 3000 },
    );
  });

  it('fails only with a JsonError, on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void getCode(() => parseStrictJson(bytes))),
    );
  });

  it('reads canonical text back to the same canonical text', () => {
    fc.assert(
      fc.property(
        fc.object({ withNullPrototype: false, values: [fc.string({ unit: 'grapheme' }), fc.integer()] }),
        (value) => {
          const text = utf8(JSON.stringify(value));
          if (getCode(() => parseStrictJson(text)) === 'forbidden_key') return;
          const json = parseStrictJson(text);
          expect(canonicalJson(parseStrictJson(utf8(canonicalJson(json))))).toBe(canonicalJson(json));
        },
      ),
    );
  });
});
