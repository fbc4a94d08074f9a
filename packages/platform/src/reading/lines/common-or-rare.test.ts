import { expect, test } from 'vitest';
import { commonOrRare } from './common-or-rare.ts';

/** Creates rows of which every n-th matches, and records the searches. */
function toRows(total: number, every: number) {
  const asked: (number | 'indexed')[] = [];
  const sought = Array.from({ length: Math.floor(total / every) }, (_, index) => (index + 1) * every);
  return {
    asked,
    find: (limit: number) =>
      commonOrRare(
        limit,
        async (rows) => {
          asked.push(rows);
          return sought.filter((row) => row <= rows).slice(0, limit);
        },
        async () => {
          asked.push('indexed');
          return sought.slice(0, limit);
        },
      ),
  };
}

test('finds common matches in the first rows without the index', async () => {
  const { asked, find } = toRows(1_000_000, 10);
  expect(await find(30)).toHaveLength(30);
  expect(asked).toEqual([1_000]);
});

test('finds rarer matches in as many rows as estimated', async () => {
  const { asked, find } = toRows(1_000_000, 200);
  expect(await find(30)).toHaveLength(30);
  expect(asked).toEqual([1_000, 9_000]);
});

test('finds rare matches by the index', async () => {
  const { asked, find } = toRows(1_000_000, 100_000);
  expect(await find(30)).toHaveLength(10);
  expect(asked).toEqual([1_000, 'indexed']);
});
