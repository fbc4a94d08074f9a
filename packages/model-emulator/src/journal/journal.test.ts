import { expect, it } from 'vitest';
import { Journal } from './journal.ts';

it('forgets the oldest beyond its limit, and counts them', () => {
  const journal = new Journal();
  const add = (bytes: number) => journal.add({ protocol: 'openai', sha256: '', bytes });
  for (let index = 0; index < 10_002; index++) add(10);
  expect(journal.entries()).toHaveLength(10_000);
  expect(journal.entries()[0]?.number).toBe(3);
  expect(journal.forgotten).toBe(2);
  const mebibyte = 1024 * 1024;
  for (const size of [30, 30, 30]) add(size * mebibyte);
  expect(journal.entries().map(({ number }) => number)).toEqual([10_004, 10_005]);
  add(100 * mebibyte);
  expect(journal.entries().map(({ number }) => number)).toEqual([10_006]);
  expect(journal.forgotten).toBe(10_005);
  journal.clear();
  expect([journal.entries(), journal.forgotten]).toEqual([[], 0]);
});
