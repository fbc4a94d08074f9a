import { beforeAll, describe, expect, it } from 'vitest';
import type { ObjectStore } from '../port/object-store.ts';
import type { ContractSubject } from './contract-subject.ts';
import { expectError } from './expect-error.ts';

const KEYS = ['a', 'a1', 'a10', 'a2', 'b/c', 'b/d', 'é'].map((name) => `list/page/${name}`);

export function describeListing(subject: () => ContractSubject): void {
  describe('list', () => {
    beforeAll(async () => {
      const { store } = subject();
      for (const key of [...KEYS, 'list/pages', 'list/pag', 'listen'])
        await store.put(key, new Uint8Array(3));
    });

    it('pages in the order of the keys, each of them once', async () => {
      const pages = await collectPages(subject().store, 'list/page/', 3);
      expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
      expect(pages.flat()).toEqual(KEYS);
    });

    it('says that the last page is the last, also when it is full', async () => {
      const { store } = subject();
      expect((await store.list('list/page/', { limit: KEYS.length })).next).toBeUndefined();
      expect((await store.list('list/page/', { limit: KEYS.length - 1 })).next).toBe(KEYS.at(-2));
      expect(await store.list('list/nothing/')).toEqual({ objects: [] });
    });

    it('keeps to the prefix, to the letter', async () => {
      const { store } = subject();
      const keys = async (prefix: string) => (await store.list(prefix)).objects.map(({ key }) => key);
      expect(await keys('list/page/a1')).toEqual(['list/page/a1', 'list/page/a10']);
      expect(await keys('list/page')).toEqual([...KEYS, 'list/pages']);
      expect(await keys('list/page/%')).toEqual([]);
      expect(await keys('')).toEqual(expect.arrayContaining([...KEYS, 'listen']));
    });

    it('goes on after a key that is not there', async () => {
      const { objects } = await subject().store.list('list/page/', { after: 'list/page/a15' });
      expect(objects[0]?.key).toBe('list/page/a2');
    });

    it('tells about each object what head tells', async () => {
      const { store } = subject();
      const [object] = (await store.list('list/page/', { limit: 1 })).objects;
      const { key, size, etag, lastModified } = await store.head('list/page/a');
      expect(object).toMatchObject({ key, size, etag });
      // One store reports seconds, the other may report milliseconds.
      expect(Math.trunc(Number(object?.lastModified) / 1000)).toBe(Math.trunc(lastModified.getTime() / 1000));
    });

    it.each([0, -1, 1.5, 1001, Number.NaN])('refuses a page of %d keys', async (limit) => {
      await expectError(subject().store.list('list/', { limit }), 'invalid_request');
    });
  });
}

async function collectPages(store: ObjectStore, prefix: string, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const page = await store.list(prefix, { limit, ...(after !== undefined && { after }) });
    pages.push(page.objects.map(({ key }) => key));
    after = page.next;
  } while (after !== undefined && pages.length < 100);
  return pages;
}
