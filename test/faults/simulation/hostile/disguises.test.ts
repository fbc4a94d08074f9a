import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { nothingPrivate } from '../checks/nothing-private.ts';
import type { Reception } from '../journal/hostile-records.ts';
import { Secrets } from './secrets.ts';
import { unchunked } from './unchunked.ts';

const heard = (body: Buffer, head = ''): Reception => ({
  who: 'a reader',
  production: 'test',
  from: 'api',
  asked: 'GET /',
  at: 1,
  tookMs: 1,
  status: 200,
  head,
  body,
});

describe('private data in disguise', () => {
  const secrets = new Secrets();
  const marker = secrets.plant('a poem');
  const problems = (...receptions: Reception[]) =>
    nothingPrivate({ receptions, guesses: [] }, secrets).map(({ problem }) => problem);
  const spelled = (write: (byte: string) => string) =>
    [...Buffer.from(marker)].map((byte) => write(byte.toString(16).padStart(2, '0'))).join('');

  test('encodings hide no private marker', () => {
    const disguises: [string, Buffer, string?][] = [
      ['plain', Buffer.from(`{"text":"${marker}"}`)],
      ['upper case', Buffer.from(marker.toUpperCase())],
      ['hex', Buffer.from(spelled((byte) => byte))],
      ['percent', Buffer.from(spelled((byte) => `%${byte.toUpperCase()}`))],
      ['JSON escapes', Buffer.from(spelled((byte) => `\\u00${byte}`))],
      ['UTF-16', Buffer.from(marker, 'utf16le')],
      ...['', 'a', 'ab'].map((before): [string, Buffer] => [
        'base64',
        Buffer.from(Buffer.from(`${before}${marker} and more`).toString('base64')),
      ]),
      ['base64url', Buffer.from(Buffer.from(`{"?~":"${marker}"}`).toString('base64url'))],
      ['gzip', gzipSync(marker)],
      [
        'gzip in the middle',
        Buffer.concat([Buffer.from('before'), gzipSync(`x${marker}`), Buffer.from('after')]),
      ],
      ['brotli', brotliCompressSync(Buffer.from(marker.repeat(20))), 'content-encoding: br'],
      [
        'chunks',
        unchunked(
          Buffer.from(
            `5\r\n${marker.slice(0, 5)}\r\n${(marker.length - 5).toString(16)}\r\n${marker.slice(5)}\r\n0\r\n\r\n`,
          ),
        ),
      ],
    ];
    for (const [name, body, head] of disguises)
      expect(problems(heard(body, head))[0], name).toContain('was told');
    expect(problems(heard(Buffer.alloc(0), `location: /${marker}`))).toEqual([
      expect.stringContaining('a poem'),
    ]);
  });

  test('public content is not found as private', () => {
    const other = new Secrets().plant('of another home');
    expect(
      problems(heard(Buffer.from(other)), heard(gzipSync(other)), heard(Buffer.from([0x1f, 0x8b, 0x08, 0]))),
    ).toEqual([]);
  });
});
