import { describe, expect, it } from 'vitest';
import type { ContractSubject } from './contract-subject.ts';
import { PATIENCE, text, utf8 } from './contract-texts.ts';
import { expectError } from './expect-error.ts';
import { describeWritingOnce } from './write-once-contract.ts';

export function describeWriting(subject: () => ContractSubject): void {
  describe('put', () => {
    itStoresBytesAsTheyAre(subject);
    itKeepsWhatIsToldOfThem(subject);
  });
  describeWritingOnce(subject);
  describeDeleting(subject);
}

function itStoresBytesAsTheyAre(subject: () => ContractSubject): void {
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
}

function itKeepsWhatIsToldOfThem(subject: () => ContractSubject): void {
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
}

function describeDeleting(subject: () => ContractSubject): void {
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
