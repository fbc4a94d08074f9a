import { expect, test } from 'vitest';
import { commonOrRare } from './common-or-rare.ts';

/** Rows of which every so manieth is sought, and how they were looked for. */
function rowsOf(total: number, every: number) {
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

test('what is common is found among the first rows, and no index is asked', async () => {
  const { asked, find } = rowsOf(1_000_000, 10);
  expect(await find(30)).toHaveLength(30);
  expect(asked).toEqual([1_000]);
});

test('what is less common is found among as many rows as the first ones suggest', async () => {
  const { asked, find } = rowsOf(1_000_000, 200);
  expect(await find(30)).toHaveLength(30);
  expect(asked).toEqual([1_000, 9_000]);
});

test('what is rare is found by the index', async () => {
  const { asked, find } = rowsOf(1_000_000, 100_000);
  expect(await find(30)).toHaveLength(10);
  expect(asked).toEqual([1_000, 'indexed']);
});
