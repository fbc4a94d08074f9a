import { expect, test } from 'vitest';
import { collectMoments, getDay } from './day.ts';

test('a day lasts from midnight to midnight of the viewer', () => {
  const { from, to } = collectMoments('2026-02-28');
  expect([getDay(new Date(from)), getDay(new Date(to))]).toEqual(['2026-02-28', '2026-03-01']);
  expect(new Date(from).getHours()).toBe(0);
  expect(getDay(new Date(Date.parse(to) - 1))).toBe('2026-02-28');
});
