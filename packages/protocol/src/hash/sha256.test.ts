import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as noble from './noble-sha256.ts';
import * as node from './node-sha256.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe.each([
  ['node', node],
  ['noble', noble],
])('SHA-256 on the %s engine', (_name, engine) => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('reproduces the FIPS 180 digest of %j', (text, digest) => {
    expect(engine.sha256Hex(utf8(text))).toBe(digest);
    expect(engine.sha256HexOfText(text)).toBe(digest);
    expect(hex(engine.sha256(utf8(text)))).toBe(digest);
  });

  it('reproduces RFC 4231 test case 2', () => {
    expect(hex(engine.hmacSha256(utf8('Jefe'), utf8('what do ya want for nothing?')))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('gives plain bytes', () => {
    expect(engine.sha256(utf8('a')).constructor).toBe(Uint8Array);
    expect(engine.hmacSha256(utf8('a'), utf8('b')).constructor).toBe(Uint8Array);
  });
});

it('both engines agree on any text, half characters too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const engine of [noble, node])
        expect(engine.sha256HexOfText(text)).toBe(node.sha256Hex(utf8(text)));
    }),
  );
  for (const engine of [noble, node])
    expect(engine.sha256HexOfText('a\ud83d')).toBe(node.sha256Hex(utf8('a\ud83d')));
});

it('a hash of parts equals the hash of their text', () => {
  const parts = fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { maxLength: 6 });
  fc.assert(
    fc.property(parts, fc.string(), (added, other) => {
      for (const engine of [noble, node]) {
        const running = engine.startSha256();
        for (const part of added) running.add(part);
        const branch = running.copy().add(other);
        const text = added.join('');
        expect(running.hex()).toBe(node.sha256HexOfText(text));
        expect(branch.hex()).toBe(node.sha256HexOfText(text + other));
      }
    }),
  );
});

it('both engines agree on any bytes and keys', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 200 }), (key, bytes) => {
      expect(noble.sha256(bytes)).toEqual(node.sha256(bytes));
      expect(noble.hmacSha256(key, bytes)).toEqual(node.hmacSha256(key, bytes));
    }),
  );
});
