import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageOfKeys } from './list-page.ts';
import { ObjectIndex } from './object-index.ts';
import type { StoredObject } from './stored-object.ts';
import { compareUtf8 } from './utf8-order.ts';

const record = (key: string): StoredObject => ({
  key,
  type: 'Normal',
  size: 0,
  etag: '',
  lastModified: 0,
  headers: {},
  storageClass: 'Standard',
  tags: [],
  acl: 'default',
});

const key = fc
  .array(fc.constantFrom('a', 'b', '/', '\u{1F600}', '\uFFFD', '中'), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));

/** Expected entries by definition: every key below the prefix, rolled up, in byte order, once. */
function expectedEntries(keys: string[], prefix: string, delimiter: string): string[] {
  const entries = keys
    .filter((each) => each.startsWith(prefix))
    .map((each) => {
      const end = delimiter === '' ? -1 : each.indexOf(delimiter, prefix.length);
      return end < 0 ? each : `${each.slice(0, end + delimiter.length)} (rolled up)`;
    });
  return [...new Set(entries)].sort((left, right) =>
    Buffer.compare(
      Buffer.from(left.replace(' (rolled up)', '')),
      Buffer.from(right.replace(' (rolled up)', '')),
    ),
  );
}

it('pages through all keys once in UTF-8 order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { maxLength: 40 }),
      fc.oneof(
        fc.constant(''),
        key.map((text) => text.slice(0, 2)),
      ),
      fc.constantFrom('', '/', 'b'),
      fc.integer({ min: 1, max: 5 }),
      fc.array(key),
      (keys, prefix, delimiter, maxKeys, deleted) => {
        const index = new ObjectIndex();
        index.load(keys.slice(0, 10).map(record));
        for (const each of keys.slice(10)) index.set(record(each));
        for (const each of deleted) index.delete(each);
        const left = keys.filter((each) => !deleted.includes(each));

        const seen: string[] = [];
        let after: string | undefined = '';
        while (after !== undefined) {
          const page = pageOfKeys(index, { prefix, delimiter, after, maxKeys });
          const entries = [
            ...page.objects.map((object) => object.key),
            ...page.commonPrefixes.map((each) => `${each} (rolled up)`),
          ].sort((a, b) => compareUtf8(a.replace(' (rolled up)', ''), b.replace(' (rolled up)', '')));
          expect(entries.length).toBeLessThanOrEqual(maxKeys);
          seen.push(...entries);
          after = page.next;
        }
        expect(seen).toEqual(expectedEntries(left, prefix, delimiter));
      },
    ),
    { numRuns: 500 },
  );
});

it('orders as the bytes of UTF-8 do', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (left, right) => {
      expect(Math.sign(compareUtf8(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
    }),
  );
});
