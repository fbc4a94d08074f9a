import { expect, test } from 'vitest';
import { visitNow } from './visits.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));
const iso = (minutes: number) => at(minutes).toISOString();

test('new messages stay listed until the owner leaves', () => {
  const first = visitNow(undefined, at(0));
  expect(first).toEqual({ until: iso(0) });
  const again = visitNow(first, at(29));
  expect(again).toEqual({ until: iso(29) });
  const later = visitNow({ ...again, read: iso(20) }, at(120));
  expect(later).toEqual({ since: iso(29), until: iso(120), read: iso(20) });
  expect(visitNow(later, at(121)).since).toBe(iso(29));
});
