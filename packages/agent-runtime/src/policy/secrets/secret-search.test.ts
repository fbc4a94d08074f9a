import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSearchable, SecretSearch } from './secret-search.ts';

const secret = 'sk-live/9Qf+"x\\7ü §zZ=';
const search = new SecretSearch([
  { name: 'vault://key', value: secret },
  { name: 'vault://other', value: 'another-secret-of-theirs' },
]);
const bytes = Buffer.from(secret);
const hex = bytes.toString('hex');

const encodings: Record<string, string> = {
  plain: secret,
  base64: bytes.toString('base64'),
  base64url: bytes.toString('base64url'),
  hex,
  'hex in upper case': hex.toUpperCase(),
  percent: encodeURIComponent(secret),
  'percent, each byte, lower case': hex.replace(/../g, '%$&'),
  json: JSON.stringify(secret),
  'json within json': JSON.stringify(JSON.stringify(secret)),
  'json, ASCII alone': JSON.stringify(secret).replace(
    /[^ -~]/g,
    (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`,
  ),
  'json, each unit': Array.from(
    secret,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ).join(''),
  'hex by twos': hex.replace(/../g, '$& '),
  'base64 in lines': bytes.toString('base64').replace(/.{7}/g, '$&\r\n'),
};
const telling = ['sk-live', hex.slice(4, 20), bytes.toString('base64').slice(4, 16)];

describe('the search for secrets', () => {
  test('replaces a secret in each encoding', () => {
    for (const [encoding, written] of Object.entries(encodings)) {
      const cleaned = search.replace(`before ${written} after`);
      expect([encoding, cleaned]).toEqual([
        encoding,
        expect.stringMatching(/^before ["\\]*\[secret vault:\/\/key\].{0,3}["\\]* after$/s),
      ]);
      for (const part of telling) expect([encoding, cleaned.includes(part)]).toEqual([encoding, false]);
    }
  });

  test('a secret inside longer base64 is found at each offset', () => {
    for (let before = 0; before < 7; before++)
      for (let after = 0; after < 4; after++)
        for (const form of ['base64', 'base64url'] as const) {
          const longer = Buffer.from(`${'x'.repeat(before)}${secret}${'y'.repeat(after)}`).toString(form);
          const cleaned = search.replace(longer);
          expect(cleaned).toContain('[secret vault://key]');
          // At each edge one character may remain, because it also encodes a part of the neighbouring byte.
          const left = Buffer.from(cleaned.replace(/\[.*\]/, ''), form).toString('latin1');
          expect(left).not.toMatch(/k-live|9Qf/);
        }
  });

  test('pieces of any size give the same result', () => {
    const texts = Object.values(encodings);
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(...texts),
            fc.string({ maxLength: 12 }),
            fc.constantFrom('%', '\\', 'sk-li'),
          ),
          { maxLength: 6 },
        ),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 30 }),
        (parts, sizes) => {
          const text = parts.join('');
          const stream = search.stream();
          let said = '';
          for (let at = 0, turn = 0; at < text.length; turn++) {
            const size = sizes[turn % sizes.length] ?? 1;
            said += stream.add(text.slice(at, at + size));
            at += size;
          }
          expect(said + stream.end()).toBe(search.replace(text));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a text without secrets stays as it is, however much it looks like one', () => {
    const innocent = [
      '',
      'sk-liv',
      'vault://key',
      '100 % of \\ that',
      hex.slice(0, 12),
      '%zz \\u12',
      'another secret of mine',
    ];
    for (const text of innocent) expect(search.replace(text)).toBe(text);
    const stream = search.stream();
    expect(innocent.map((text) => stream.add(text)).join('') + stream.end()).toBe(innocent.join(''));
  });

  test('a key of several lines is found line by line', () => {
    const lines = [
      '-----BEGIN KEY-----',
      'MIIEvgIBADANBgkqhkiG9w0BAQEFAASC',
      'q83vEjRWeJCrze8SNFZ4kKvN',
      '-----END KEY-----',
    ];
    const pem = new SecretSearch([{ name: 'vault://pem', value: lines.join('\n') }]);
    for (const text of [lines.join('\n'), JSON.stringify(JSON.stringify(lines.join('\n'))), lines[2] ?? '']) {
      expect(pem.replace(text)).toContain('[secret vault://pem]');
      expect(pem.replace(text)).not.toMatch(/MIIEvg|q83vEj/);
    }
    expect(pem.replace('-----BEGIN KEY-----')).toBe('-----BEGIN KEY-----');
  });

  test('a text shorter than eight characters is no secret', () => {
    expect([isSearchable('1234567'), isSearchable('       1'), isSearchable('12345678')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('a flood of white space or of beginnings holds nothing back for long', () => {
    const stream = search.stream();
    let said = 0;
    for (let count = 0; count < 2_000; count++) said += stream.add(count % 2 ? ' '.repeat(100) : 's').length;
    expect(said).toBeGreaterThan(2_000 * 50 - 20_000);
  });
});
