import { describe, expect, it } from 'vitest';
import { getCode, utf8 } from '../testing/parse-strict-json-support.ts';
import { ACCEPTED, REFUSED } from '../testing/strict-json-texts.ts';
import { parseStrictJson } from './parse-strict-json.ts';

describe('the strict parser', () => {
  it.each(ACCEPTED)('reads %j', (text, value) => {
    expect(parseStrictJson(utf8(text))).toStrictEqual(value);
  });

  it.each(REFUSED)('refuses %j as %s', (text, code) => {
    expect(getCode(() => parseStrictJson(utf8(text)))).toBe(code);
  });

  it.each([
    ['a stray continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a code point beyond U+10FFFF', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
    ['a cut sequence', [0x22, 0xe4, 0xb8]],
    ['UTF-16', [0xff, 0xfe, 0x31, 0x00]],
  ])('refuses %s as invalid UTF-8', (_label, bytes) => {
    expect(getCode(() => parseStrictJson(Uint8Array.from(bytes)))).toBe('invalid_utf8');
  });

  it('counts bytes, not characters, against the size limit', () => {
    const text = '"中中"';
    expect(getCode(() => parseStrictJson(utf8(text), { maxBytes: 8 }))).toBe('accepted');
    expect(getCode(() => parseStrictJson(utf8(text), { maxBytes: 7 }))).toBe('too_large');
  });

  it('accepts one MiB and no more by default', () => {
    const fitting = `"${'a'.repeat(1024 * 1024 - 2)}"`;
    expect(getCode(() => parseStrictJson(utf8(fitting)))).toBe('accepted');
    expect(getCode(() => parseStrictJson(utf8(`${fitting} `)))).toBe('too_large');
  });

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('allows 64 levels of %s and refuses 65', (open, close) => {
    const nested = (levels: number) => utf8(`${open.repeat(levels)}1${close.repeat(levels)}`);
    expect(getCode(() => parseStrictJson(nested(64)))).toBe('accepted');
    expect(getCode(() => parseStrictJson(nested(65)))).toBe('too_deep');
    expect(getCode(() => parseStrictJson(nested(2), { maxDepth: 1 }))).toBe('too_deep');
  });

  it('refuses a million brackets without exhausting the stack', () => {
    const hostile = utf8('['.repeat(1_000_000));
    expect(getCode(() => parseStrictJson(hostile))).toBe('too_deep');
    expect(getCode(() => parseStrictJson(hostile, { maxDepth: Number.POSITIVE_INFINITY }))).toBe('too_deep');
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
    expect(getCode(() => parseStrictJson(utf8(`${text.slice(0, -1)},"k19999":0}`)))).toBe('duplicate_key');
  });
});
