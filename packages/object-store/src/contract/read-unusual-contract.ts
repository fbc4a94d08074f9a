import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ContractSubject } from './contract-subject.ts';
import { PATIENCE, text, utf8 } from './contract-texts.ts';
import { expectError } from './expect-error.ts';
import type { HarnessTraits } from './object-store-harness.ts';

export function describeUnusualObjects(subject: () => ContractSubject, { unusual }: HarnessTraits): void {
  describe.each(['get', 'getUploaded'] as const)('%s, of what is not plain,', (how) => {
    const allowed = how === 'get' ? [] : ['multipart'];

    it('reads what was put in one piece, in one request', async () => {
      const { proxied, proxy } = subject();
      await proxied.put(`whole/${how}`, utf8('a'));
      proxy.reset();
      expect(text((await proxied[how](`whole/${how}`, PATIENCE)).bytes)).toBe('a');
      expect(proxy.requests).toBe(1);
    });

    it('only plain objects and uploaded work are read', async () => {
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

    it('reads the found object and none put there since', async () => {
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
}
