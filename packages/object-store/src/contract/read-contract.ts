import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ContractSubject } from './contract-subject.ts';
import { expectError } from './expect-error.ts';
import type { HarnessTraits } from './object-store-harness.ts';

const PATIENCE = { maxBytes: 4 * 1024 * 1024, timeoutMs: 15_000 };
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);

const ODD_KEYS = [
  'read/plain.json',
  'read/中文/ключ/😀.json',
  'read/with space and+plus',
  'read/percent%20literal%',
  'read/a&b=c;d?e#f',
  'read/quotes\'"<x>',
  'read//double//slash',
  'read/..hidden.../ok',
  `read/${'k'.repeat(1018)}`,
];

const BROKEN_KEYS = [
  '',
  '/read/a',
  'read/../a',
  'read/./a',
  '..',
  'a/..',
  'a\u0000b',
  'a\nb',
  '\ud800',
  '\\a',
  'k'.repeat(1024),
  '中'.repeat(342),
];

export function describeReading(
  subject: () => ContractSubject,
  { unusual, unstorableKeys = [], listedKeys }: HarnessTraits,
): void {
  describe('get', () => {
    it('gives the bytes that were put, and tells about them', async () => {
      const { store } = subject();
      const { etag } = await store.put('read/card.json', utf8('{"a":1}'), {
        contentType: 'application/json',
        metadata: { 'agent-id': 'a1', note: 'x = y; "z"' },
      });
      const { bytes, info } = await store.get('read/card.json', PATIENCE);
      expect(text(bytes)).toBe('{"a":1}');
      expect(info).toEqual({
        key: 'read/card.json',
        size: 7,
        etag,
        lastModified: expect.any(Date),
        contentType: 'application/json',
        contentEncoding: undefined,
        metadata: { 'agent-id': 'a1', note: 'x = y; "z"' },
        type: 'normal',
      });
      expect(etag).not.toContain('"');
      expect(await store.head('read/card.json')).toEqual(info);
    });

    it.each(ODD_KEYS.filter((key) => !unstorableKeys.includes(key)))(
      'takes the key %j literally',
      async (key) => {
        const { store } = subject();
        await store.put(key, utf8(key));
        expect(text((await store.get(key, PATIENCE)).bytes)).toBe(key);
        expect((await store.list(key)).objects.map((object) => object.key)).toContain(key);
        await store.delete(key);
        await expectError(store.head(key), 'not_found');
      },
    );

    it.each(unstorableKeys)('refuses the key %j, and no other takes its place', async (key) => {
      const { store } = subject();
      await expectError(store.put(key, utf8('x')), 'invalid_request');
      await expectError(store.putIfAbsent(key, utf8('x')), 'invalid_request');
      await expectError(store.get(key, PATIENCE), 'invalid_request');
      expect((await store.list('read/')).objects.map((object) => object.key)).not.toContain(key);
    });

    it.each(BROKEN_KEYS)('refuses the key %j without asking the store', async (key) => {
      const { proxied, proxy } = subject();
      await expectError(proxied.get(key, PATIENCE), 'invalid_request');
      await expectError(proxied.head(key), 'invalid_request');
      await expectError(proxied.put(key, utf8('x')), 'invalid_request');
      await expectError(proxied.putIfAbsent(key, utf8('x')), 'invalid_request');
      await expectError(proxied.delete(key), 'invalid_request');
      await expectError(proxied.presignPut(key, { expiresInSeconds: 60 }), 'invalid_request');
      expect(proxy.requests).toBe(0);
    });

    it('answers not_found for what is not there', async () => {
      const { store } = subject();
      await expectError(store.get('read/nothing', PATIENCE), 'not_found');
      await expectError(store.head('read/nothing'), 'not_found');
    });

    it('reads up to maxBytes and refuses one byte more', async () => {
      const { store } = subject();
      await store.put('read/ten', utf8('0123456789'));
      expect((await store.get('read/ten', { ...PATIENCE, maxBytes: 10 })).bytes).toHaveLength(10);
      await expectError(store.get('read/ten', { ...PATIENCE, maxBytes: 9 }), 'too_large');
      await store.put('read/empty', new Uint8Array());
      expect((await store.get('read/empty', { ...PATIENCE, maxBytes: 0 })).info.size).toBe(0);
    });

    it('stops reading at maxBytes when the answer does not end', async () => {
      const { proxied, proxy } = subject();
      proxy.always({ kind: 'flood' });
      await expectError(proxied.get('read/flood', { maxBytes: 1000, timeoutMs: 15_000 }), 'too_large');
      // What the kernel's buffers on both sides took, not what was read: far below what the server had to give.
      expect(proxy.sentBytes).toBeLessThan(16 * 1024 * 1024);
      expect(proxy.requests).toBe(1);
    });

    it.each(['stall', 'drip'] as const)(
      'gives up after timeoutMs when the server should %s',
      async (kind) => {
        const { proxied, proxy } = subject();
        proxy.always({ kind });
        await expectError(proxied.get('read/slow', { ...PATIENCE, timeoutMs: 200 }), 'timeout');
      },
    );

    it('counts retries against timeoutMs', async () => {
      const { proxied, proxy } = subject();
      proxy.next({ kind: 'answer', status: 503 });
      proxy.always({ kind: 'stall' });
      await expectError(proxied.get('read/slow', { ...PATIENCE, timeoutMs: 200 }), 'timeout');
      expect(proxy.requests).toBe(2);
    });

    it('does not take half an answer for the whole', async () => {
      const { store, proxied, proxy } = subject();
      await store.put('read/half', new Uint8Array(5000).fill(7));
      proxy.next({ kind: 'truncate' });
      expect((await proxied.get('read/half', PATIENCE)).bytes).toEqual(new Uint8Array(5000).fill(7));
      proxy.always({ kind: 'truncate' });
      await expectError(proxied.get('read/half', PATIENCE), 'unavailable');
    });

    it.each([301, 302, 307, 308])('does not follow a %i', async (status) => {
      const { store, proxied, proxy } = subject();
      await store.put('read/elsewhere', utf8('x'));
      const location = `${proxy.endpoint}/elsewhere`;
      proxy.always({ kind: 'answer', status, headers: { location } });
      await expectError(proxied.get('read/elsewhere', PATIENCE), 'invalid_request');
      expect(proxy.requests).toBe(1);
    });

    it.each([206, 304])('does not take a %i for the object', async (status) => {
      const { proxied, proxy } = subject();
      proxy.always({ kind: 'answer', status });
      await expectError(proxied.get('read/a', PATIENCE), 'unavailable');
    });
  });

  describe.each(['get', 'getUploaded'] as const)('%s, of what is not plain,', (how) => {
    const allowed = how === 'get' ? [] : ['multipart'];

    it('reads what was put in one piece, in one request', async () => {
      const { proxied, proxy } = subject();
      await proxied.put(`whole/${how}`, utf8('a'));
      proxy.reset();
      expect(text((await proxied[how](`whole/${how}`, PATIENCE)).bytes)).toBe('a');
      expect(proxy.requests).toBe(1);
    });

    it('only plain objects are read, and only what was uploaded as work handed in', async () => {
      const { store, raw } = subject();
      for (const kind of unusual) {
        const key = `plain/${how}/${kind}`;
        await raw.unusual(kind, key);
        const read = store[how](key, { ...PATIENCE, maxBytes: 16 * 1024 * 1024 });
        if (allowed.includes(kind)) expect((await read).info.type).toBe('multipart');
        else await expectError(read, kind === 'multipart' ? 'put_in_parts' : 'not_plain');
        const listed = (await store.list(key)).objects.find((object) => object.key === key);
        expect([kind, listed?.isUploaded]).toEqual([kind, kind === 'multipart']);
      }
    });

    it.each(['gzip', 'br', 'identity', 'x'])('refuses the content encoding %s', async (encoding) => {
      const { store, raw } = subject();
      await raw.encoded('plain/encoded', gzipSync(new Uint8Array(1_000_000)), encoding);
      await expectError(store[how]('plain/encoded', PATIENCE), 'content_encoding');
    });

    it('reads the object that was found, and none put there since', async () => {
      const { store } = subject();
      const before = await store.put('plain/found', utf8('one'));
      const expected = { etag: before.etag, size: 3 };
      expect(text((await store[how]('plain/found', { ...PATIENCE, expected })).bytes)).toBe('one');
      await expectError(
        store[how]('plain/found', { ...PATIENCE, expected: { ...expected, size: 4 } }),
        'changed',
      );
      await store.put('plain/found', utf8('two'));
      await expectError(store[how]('plain/found', { ...PATIENCE, expected }), 'changed');
    });
  });

  describe('deleteListed', () => {
    it('any key is deleted to the letter, and no other key', async () => {
      const { store, raw } = subject();
      const near = ['odd/a', 'odd/x', 'x', 'odd/ax', 'odd/a%00x', 'odd/a%01x'];
      for (const other of near) await store.put(other, utf8('stays'));
      const keys = async () => (await store.list('')).objects.map((object) => object.key);
      for (const key of listedKeys) {
        await raw.plain(key, utf8('odd'));
        expect(await keys()).toContain(key);
        await store.deleteListed(key, { timeoutMs: 15_000 });
        const left = await keys();
        expect(left).not.toContain(key);
        expect(left).toEqual(expect.arrayContaining(near));
      }
    });
  });

  describe('head', () => {
    it.each(unusual.filter((kind) => kind !== 'dangling' && kind !== 'archived'))(
      'tells %s from a plain object',
      async (kind) => {
        const { store, raw } = subject();
        await raw.unusual(kind, `head/${kind}`);
        expect((await store.head(`head/${kind}`)).type).toBe(kind);
      },
    );
  });
}
