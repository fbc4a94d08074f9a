import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hiddenEncodings } from '../testing/hidden-encodings.ts';
import { unpackGzip } from '../testing/unpack-gzip.ts';
import { cutNote } from './cut-edges.ts';
import { SecretSearch } from './secret-search.ts';

const secret = 'sk-live-Qj3nV8xTz0aPw5LrKd7H';
const search = new SecretSearch([{ name: 'vault://key', value: secret }], unpackGzip);
const around = 'the first line of a note\nKEY=';
const encoded = Object.entries(hiddenEncodings).flatMap(([name, encode]) => [
  [name, encode(secret)] as const,
  [`${name}, within`, encode(`${around}${secret}\nand the last`)] as const,
]);
const packed = gzipSync(`${around}${secret}\n`.repeat(3));
const compressed = [
  ['base64 of gzip', packed.toString('base64')],
  ['base64 of gzip in lines', (packed.toString('base64').match(/.{1,76}/g) ?? []).join('\n')],
  ['hex of gzip', packed.toString('hex')],
] as const;

describe('secrets that practical programs write down', () => {
  test('finds a secret however a practical program writes it', () => {
    for (const [name, written] of [...encoded, ...compressed]) {
      const cleaned = search.replace(`before\n${written}\nafter`);
      expect([name, cleaned]).toEqual([name, expect.stringContaining('[secret vault://key]')]);
      expect([name, cleaned]).toEqual([name, expect.stringMatching(/^before\n.*after$/s)]);
      for (const part of [secret.slice(0, 16), secret.slice(12)])
        expect([name, cleaned.includes(part)]).toEqual([name, false]);
    }
  });

  test('finds beginnings of a secret from 16 characters on', () => {
    for (let length = 16; length <= secret.length; length++)
      expect(search.replace(`cut -c -${length}: ${secret.slice(0, length)}.`)).toBe(
        `cut -c -${length}: [secret vault://key].`,
      );
    expect(search.replace(secret.slice(0, 15))).toBe(secret.slice(0, 15));
    const half = Buffer.from(secret.slice(0, 20));
    for (const written of [half.toString('hex'), half.toString('base64')])
      expect(search.replace(written)).toContain('[secret vault://key]');
  });

  test('finds both parts of a cut secret', () => {
    const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')];
    const note = `\n${cutNote(5_000, 9_000)}\n`;
    for (const form of forms)
      for (let at = 4; at < form.length - 4; at++) {
        const cut = `before ${form.slice(0, at)}${note}${form.slice(at)} after`;
        expect(search.replace(cut)).toBe(`before [secret vault://key]${note}[secret vault://key] after`);
        const broken = form.slice(at).replace(/.{3}/g, '$&\n');
        expect(search.replace(`before${note}${broken} after`)).toMatch(
          /^before\n.*\n\[secret vault:\/\/key\]\s* after$/,
        );
      }
    const innocent = `nothing${note}of it, ${note}live`;
    expect(search.replace(innocent)).toBe(innocent);
  });

  test('finds the secret parts of a structured secret', () => {
    const key = `-----BEGIN PRIVATE KEY-----\nMIIEvgIBADANBgkqhkiG9w0BAQEFAASC\nq83vEjRWeJCrze8SNFZ4kKvN\n-----END PRIVATE KEY-----\n`;
    const account = {
      type: 'service_account',
      project_id: 'a-project-of-mine',
      private_key: key,
      client_email: 'robot@a-project-of-mine.example',
      token_uri: 'https://oauth2.example.com/token',
      nested: { api_token: 'short-tok-1' },
    };
    const structured = new SecretSearch([
      { name: 'vault://account', value: JSON.stringify(account) },
      { name: 'vault://database', value: 'postgres://me:pa55%21word-of-mine@db.example/main' },
      { name: 'vault://file', value: 'HOST=db.example.com\nAPI_KEY="key-of-the-file-7"\n' },
    ]);
    for (const part of ['q83vEjRWeJCrze8SNFZ4kKvN', 'short-tok-1'])
      expect(structured.replace(part)).toBe('[secret vault://account]');
    for (const part of ['pa55%21word-of-mine', 'pa55!word-of-mine'])
      expect(structured.replace(part)).toBe('[secret vault://database]');
    expect(structured.replace('key-of-the-file-7')).toBe('[secret vault://file]');
    for (const innocent of [account.project_id, account.client_email, account.token_uri, 'db.example.com'])
      expect(structured.replace(innocent)).toBe(innocent);
  });

  test('leaves innocent dumps, numbers and colours as they are', () => {
    const innocent = Object.values(hiddenEncodings).map((encode) =>
      encode('an innocent note of 1 2 3 lines\n'),
    );
    for (const text of [...innocent, 'H4sIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '1, 2, 3, 4, 5, 6, 7, 8, 9'])
      expect(search.replace(text)).toBe(text);
  });

  test('finds an encoded secret in a stream of any pieces', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.constantFrom(...[...encoded, ...compressed].map(([, text]) => text)), fc.string()),
          {
            maxLength: 3,
          },
        ),
        fc.constantFrom('\n', ' ', '\n\n'),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 }),
        (parts, joint, sizes) => {
          const text = parts.join(joint);
          const stream = search.stream();
          let said = '';
          for (let at = 0, turn = 0; at < text.length; turn++) {
            const size = sizes[turn % sizes.length] ?? 1;
            said += stream.add(text.slice(at, at + size));
            at += size;
          }
          said += stream.end();
          expect(said).not.toContain(secret.slice(0, 16));
          expect(said.split('[secret').length > 1).toBe(search.replace(text).split('[secret').length > 1);
        },
      ),
      { numRuns: 400 },
    );
  });
});
