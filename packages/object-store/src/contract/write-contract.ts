import { describe, expect, it } from 'vitest';
import type { ContractSubject } from './contract-subject.ts';
import { expectError } from './expect-error.ts';

const PATIENCE = { maxBytes: 16 * 1024 * 1024, timeoutMs: 15_000 };
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);

export function describeWriting(subject: () => ContractSubject): void {
  describe('put', () => {
    it('replaces what was there, metadata included', async () => {
      const { store } = subject();
      const first = await store.put('write/a', utf8('one'), { metadata: { version: '1' } });
      const second = await store.put('write/a', utf8('two'));
      const { bytes, info } = await store.get('write/a', PATIENCE);
      expect(text(bytes)).toBe('two');
      expect(info.metadata).toEqual({});
      expect(second.etag).not.toBe(first.etag);
    });

    it('stores bytes as they are, also from the middle of a larger buffer', async () => {
      const { store } = subject();
      const all = Uint8Array.from({ length: 512 }, (_, index) => index & 0xff);
      await store.put('write/view', all.subarray(100, 356));
      expect((await store.get('write/view', PATIENCE)).bytes).toEqual(all.slice(100, 356));
    });

    it('never takes bytes for the name of a file', async () => {
      const { store } = subject();
      await store.put('write/path', utf8('/etc/hostname'));
      expect(text((await store.get('write/path', PATIENCE)).bytes)).toBe('/etc/hostname');
    });

    it('stores several megabytes', async () => {
      const { store } = subject();
      const large = new Uint8Array(3_000_000).fill(0xa5);
      await store.put('write/large', large);
      const { bytes } = await store.get('write/large', PATIENCE);
      expect(Buffer.compare(bytes, large)).toBe(0);
    });

    it('keeps the content type it is told and guesses none', async () => {
      const { store } = subject();
      await store.put('write/typed.html', utf8('x'), { contentType: 'application/json; charset=utf-8' });
      expect((await store.head('write/typed.html')).contentType).toBe('application/json; charset=utf-8');
      await store.put('write/untyped.html', utf8('<script>'));
      expect((await store.head('write/untyped.html')).contentType).toBe('application/octet-stream');
    });

    it.each<[label: string, metadata: Record<string, string>]>([
      ['letters beyond ASCII', { name: 'Zoë' }],
      ['a line break', { name: 'a\r\nx-evil: 1' }],
      ['white space around', { name: ' a ' }],
      ['capitals in a name', { Name: 'a' }],
      ['a name with a colon', { 'a:b': 'a' }],
      ['an empty name', { '': 'a' }],
      ['more than 2 KB', { name: 'a'.repeat(2048) }],
    ])('refuses metadata that would come back changed: %s', async (_label, metadata) => {
      const { proxied, proxy } = subject();
      await expectError(proxied.put('write/meta', utf8('x'), { metadata }), 'invalid_request');
      await expectError(proxied.putIfAbsent('write/meta', utf8('x'), { metadata }), 'invalid_request');
      expect(proxy.requests).toBe(0);
    });

    it('refuses a content type or cache control that breaks the line', async () => {
      const { store } = subject();
      await expectError(store.put('write/a', utf8('x'), { contentType: 'a/b\r\nx: y' }), 'invalid_request');
      await expectError(store.put('write/a', utf8('x'), { cacheControl: 'no\nstore' }), 'invalid_request');
    });
  });

  describe('putIfAbsent', () => {
    it('writes once and leaves what is there', async () => {
      const { store } = subject();
      const { etag } = await store.putIfAbsent('once/a', utf8('first'), { metadata: { by: 'one' } });
      await expectError(store.putIfAbsent('once/a', utf8('second')), 'already_exists');
      await expectError(store.putIfAbsent('once/a', utf8('first')), 'already_exists');
      const { bytes, info } = await store.get('once/a', PATIENCE);
      expect(text(bytes)).toBe('first');
      expect(info).toMatchObject({ etag, metadata: { by: 'one' } });
    });

    it('writes again after a delete', async () => {
      const { store } = subject();
      await store.putIfAbsent('once/again', utf8('1'));
      await store.delete('once/again');
      await store.putIfAbsent('once/again', utf8('2'));
      expect(text((await store.get('once/again', PATIENCE)).bytes)).toBe('2');
    });

    it.each([0, 1, 2])('lets exactly one of 20 racing writers win (race %i)', async (race) => {
      const { store } = subject();
      const key = `once/race-${race}`;
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, writer) => store.putIfAbsent(key, utf8(`writer ${writer}`))),
      );
      const winners = outcomes.flatMap(({ status }, writer) => (status === 'fulfilled' ? [writer] : []));
      expect(winners).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toHaveProperty('code', 'already_exists');
      }
      expect(text((await store.get(key, PATIENCE)).bytes)).toBe(`writer ${winners[0]}`);
    });

    it('knows its own write when the answer was lost', async () => {
      const { store, proxied, proxy } = subject();
      proxy.next({ kind: 'lose-answer' });
      const { etag } = await proxied.putIfAbsent('once/lost', utf8('mine'), { metadata: { by: 'me' } });
      expect(proxy.requests).toBeGreaterThan(1);
      expect(await store.head('once/lost')).toMatchObject({ etag, metadata: { by: 'me' } });
    });

    it("does not take another's write of the same bytes for its own", async () => {
      const { store, proxied, proxy } = subject();
      await store.putIfAbsent('once/twin', utf8('same'));
      proxy.next({ kind: 'reset' });
      await expectError(proxied.putIfAbsent('once/twin', utf8('same')), 'already_exists');
    });

    it('says unavailable, not already_exists, when it cannot tell', async () => {
      const { store, proxied, proxy } = subject();
      const unreachable = { kind: 'reset' } as const;
      proxy.next({ kind: 'lose-answer' }, ...Array.from({ length: 20 }, () => unreachable));
      await expectError(proxied.putIfAbsent('once/unknown', utf8('mine')), 'unavailable');
      expect(text((await store.get('once/unknown', PATIENCE)).bytes)).toBe('mine');
    });
  });

  describe('delete', () => {
    it('removes the object, and succeeds where there is none', async () => {
      const { store } = subject();
      await store.put('delete/a', utf8('x'));
      await store.delete('delete/a');
      await expectError(store.get('delete/a', PATIENCE), 'not_found');
      await store.delete('delete/a');
      await store.delete('delete/never');
      expect((await store.list('delete/')).objects).toEqual([]);
    });
  });
}
