import { expect, test } from 'vitest';
import { dayOf, momentsOf } from './day.ts';

test('a day lasts from midnight to midnight of the viewer', () => {
  const { from, to } = momentsOf('2026-02-28');
  expect([dayOf(new Date(from)), dayOf(new Date(to))]).toEqual(['2026-02-28', '2026-03-01']);
  expect(new Date(from).getHours()).toBe(0);
  expect(dayOf(new Date(Date.parse(to) - 1))).toBe('2026-02-28');
});
