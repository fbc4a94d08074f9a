import { expect, test } from 'vitest';
import { runRandomly } from './support/random-runs.ts';

test('random runs end and keep every log rule', async () => {
  const seen = await runRandomly(4);
  expect(seen.runs).toBe(80);
  expect(seen.calls).toBeGreaterThan(40);
  // The runs ended in different ways.
  expect(seen.codes.size).toBeGreaterThan(3);
}, 60_000);
