import { expect, test } from 'vitest';
import { GrowingPause } from './growing-pause.ts';

test('retries an absent home ever less often', () => {
  const pause = new GrowingPause();
  expect(Array.from({ length: 7 }, () => pause.after(100))).toEqual([
    3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000,
  ]);
  expect(pause.after(61_000)).toBe(3_000);
  expect(pause.after(100)).toBe(6_000);
});

test('retries a home soon that responded since', () => {
  const pause = new GrowingPause();
  for (let failure = 0; failure < 6; failure++) pause.after(100);
  pause.reset();
  expect(pause.after(100)).toBe(3_000);
});
