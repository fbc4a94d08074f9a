import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { JsonError, type JsonErrorCode } from './json-error.ts';
import { parseStrictJson } from './parse-strict-json.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function codeOf(action: () => unknown): JsonErrorCode | 'accepted' {
  try {
    action();
    return 'accepted';
  } catch (error) {
    if (error instanceof JsonError) return error.code;
    throw error;
  }
}

const ACCEPTED: [text: string, value: unknown][] = [
  ['null', null],
  [' \t\r\n true \n', true],
  ['false', false],
  ['0', 0],
  ['-0', 0],
  ['-12.5e-1', -1.25],
  ['1E+2', 100],
  ['9007199254740991', 9007199254740991],
  ['-9007199254740991', -9007199254740991],
  ['""', ''],
  ['"a\\"b\\\\c\\/d\\b\\f\\n\\r\\t"', 'a"b\\c/d\b\f\n\r\t'],
  ['"\\u4e2d\\u00e9 中é"', '中é 中é'],
  ['"\\ud83d\\ude00😀"', '😀😀'],
  ['"\u007f\u2028\ufeff"', '\u007f\u2028\ufeff'],
  ['[]', []],
  ['[ 1 , [ ] , { } ]', [1, [], {}]],
  ['{}', {}],
  ['{"a":{"b":[1,{"c":null}]},"":1}', { a: { b: [1, { c: null }] }, '': 1 }],
  ['{"constructor":1,"toString":2,"hasOwnProperty":3}', { constructor: 1, toString: 2, hasOwnProperty: 3 }],
  ['{"a":1,"A":2,"\\u0061\\u0300":3}', { a: 1, A: 2, 'a\u0300': 3 }],
];

const REFUSED: [text: string, code: JsonErrorCode][] = [
  ['', 'syntax'],
  [' ', 'syntax'],
  ['\ufeff{}', 'syntax'],
  ['nul', 'syntax'],
  ['True', 'syntax'],
  ['NaN', 'syntax'],
  ['Infinity', 'syntax'],
  ['undefined', 'syntax'],
  ['1 2', 'syntax'],
  ['{} x', 'syntax'],
  ['+1', 'syntax'],
  ['01', 'syntax'],
  ['-', 'syntax'],
  ['1.', 'syntax'],
  ['.5', 'syntax'],
  ['1e', 'syntax'],
  ['0x10', 'syntax'],
  ['1_000', 'syntax'],
  ['[1,]', 'syntax'],
  ['[,1]', 'syntax'],
  ['[1 2]', 'syntax'],
  ['[1', 'syntax'],
  ['[', 'syntax'],
  [']', 'syntax'],
  ['[}', 'syntax'],
  ['{"a":1,}', 'syntax'],
  ['{,}', 'syntax'],
  ['{"a"}', 'syntax'],
  ['{"a" 1}', 'syntax'],
  ['{"a":}', 'syntax'],
  ['{a:1}', 'syntax'],
  ["{'a':1}", 'syntax'],
  ['{1:1}', 'syntax'],
  ['{"a":1', 'syntax'],
  ['{"a":1]', 'syntax'],
  ['{"a":1 "b":2}', 'syntax'],
  ['"', 'syntax'],
  ['"a', 'syntax'],
  ['"a\\', 'syntax'],
  ['"\\x"', 'syntax'],
  ['"\\u12"', 'syntax'],
  ['"\\u12g4"', 'syntax'],
  ['"\\U0041"', 'syntax'],
  ['"a\nb"', 'syntax'],
  ['"a\\n\u0000"', 'syntax'],
  ['"\u001f"', 'syntax'],
  ['// a\n1', 'syntax'],
  ['1\u00a0', 'syntax'],
  ['1\u0000', 'syntax'],
  ['\u00a01', 'syntax'],
  ['\u000b1', 'syntax'],
  ['{"a":1,"a":1}', 'duplicate_key'],
  ['{"a":1,"\\u0061":2}', 'duplicate_key'],
  ['[{"x":{"b":1,"c":2,"b":3}}]', 'duplicate_key'],
  ['{"":1,"":2}', 'duplicate_key'],
  ['{"toString":1,"toString":2}', 'duplicate_key'],
  ['{"0":1,"0":2}', 'duplicate_key'],
  ['{"__proto__":{}}', 'forbidden_key'],
  ['{"a":{"__pr\\u006fto__":1}}', 'forbidden_key'],
  ['9007199254740992', 'unsafe_number'],
  ['-9007199254740992', 'unsafe_number'],
  ['[1e16]', 'unsafe_number'],
  ['1e400', 'unsafe_number'],
  ['-1e400', 'unsafe_number'],
  ['9007199254740991.5', 'unsafe_number'],
  ['123456789012345678901234567890', 'unsafe_number'],
  ['"\\ud800"', 'lone_surrogate'],
  ['"\\udc00\\ud800"', 'lone_surrogate'],
  ['"\\ud83d x \\ude00"', 'lone_surrogate'],
  ['{"\\udfff":1}', 'lone_surrogate'],
];

describe('the strict parser', () => {
  it.each(ACCEPTED)('reads %j', (text, value) => {
    expect(parseStrictJson(utf8(text))).toStrictEqual(value);
  });

  it.each(REFUSED)('refuses %j as %s', (text, code) => {
    expect(codeOf(() => parseStrictJson(utf8(text)))).toBe(code);
  });

  it.each([
    ['a stray continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a code point beyond U+10FFFF', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
    ['a cut sequence', [0x22, 0xe4, 0xb8]],
    ['UTF-16', [0xff, 0xfe, 0x31, 0x00]],
  ])('refuses %s as invalid UTF-8', (_label, bytes) => {
    expect(codeOf(() => parseStrictJson(Uint8Array.from(bytes)))).toBe('invalid_utf8');
  });

  it('counts bytes, not characters, against the size limit', () => {
    const text = '"中中"';
    expect(codeOf(() => parseStrictJson(utf8(text), { maxBytes: 8 }))).toBe('accepted');
    expect(codeOf(() => parseStrictJson(utf8(text), { maxBytes: 7 }))).toBe('too_large');
  });

  it('accepts one MiB and no more by default', () => {
    const fitting = `"${'a'.repeat(1024 * 1024 - 2)}"`;
    expect(codeOf(() => parseStrictJson(utf8(fitting)))).toBe('accepted');
    expect(codeOf(() => parseStrictJson(utf8(`${fitting} `)))).toBe('too_large');
  });

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('allows 64 levels of %s and refuses 65', (open, close) => {
    const nested = (levels: number) => utf8(`${open.repeat(levels)}1${close.repeat(levels)}`);
    expect(codeOf(() => parseStrictJson(nested(64)))).toBe('accepted');
    expect(codeOf(() => parseStrictJson(nested(65)))).toBe('too_deep');
    expect(codeOf(() => parseStrictJson(nested(2), { maxDepth: 1 }))).toBe('too_deep');
  });

  it('refuses a million open brackets without exhausting the stack, whatever depth is asked for', () => {
    const hostile = utf8('['.repeat(1_000_000));
    expect(codeOf(() => parseStrictJson(hostile))).toBe('too_deep');
    expect(codeOf(() => parseStrictJson(hostile, { maxDepth: Number.POSITIVE_INFINITY }))).toBe('too_deep');
  });

  it('does not repeat the content in its message', () => {
    expect(() => parseStrictJson(utf8('{"secret":1,"secret":2}'))).toThrow(/^duplicate key at 12$/);
  });

  it('gives plain objects whose prototype is untouched', () => {
    const value = parseStrictJson(utf8('{"constructor":{"prototype":{"polluted":1}}}'));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  it('reads a document of many keys', () => {
    const text = JSON.stringify(
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index])),
    );
    expect(parseStrictJson(utf8(text))).toEqual(JSON.parse(text));
    expect(codeOf(() => parseStrictJson(utf8(`${text.slice(0, -1)},"k19999":0}`)))).toBe('duplicate_key');
  });
});

describe('beside JSON.parse', () => {
  it('reads every value the same, however it is spaced', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ noUnicodeString: false }),
        fc.constantFrom(undefined, 1, '\t'),
        (value, space) => {
          const text = JSON.stringify(value, undefined, space);
          const expected: unknown = JSON.parse(text);
          // The generator knows the names that do harm.
          if (['unsafe_number', 'forbidden_key'].includes(codeOf(() => parseStrictJson(utf8(text))))) return;
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
        if (codeOf(() => parseStrictJson(utf8(text))) !== 'accepted') return;
        expect(JSON.stringify(parseStrictJson(utf8(text)))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 3000 },
    );
  });

  it('fails only with a JsonError, on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void codeOf(() => parseStrictJson(bytes))),
    );
  });

  it('reads canonical text back to the same canonical text', () => {
    fc.assert(
      fc.property(
        fc.object({ withNullPrototype: false, values: [fc.string({ unit: 'grapheme' }), fc.integer()] }),
        (value) => {
          const text = utf8(JSON.stringify(value));
          if (codeOf(() => parseStrictJson(text)) === 'forbidden_key') return;
          const json = parseStrictJson(text);
          expect(canonicalJson(parseStrictJson(utf8(canonicalJson(json))))).toBe(canonicalJson(json));
        },
      ),
    );
  });
});
