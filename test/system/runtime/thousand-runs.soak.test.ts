import { expect, test } from 'vitest';
import { runRandomly } from './support/random-runs.ts';

const seed = 18;

test('a thousand random runs keep every log rule', async () => {
  // With a seed, so that each way to end is among them for certain; the shorter suite draws anew each time.
  const seen = await runRandomly(50, seed);
  expect(seen.runs).toBe(1_000);
  expect(seen.calls).toBeGreaterThan(700);
  for (const code of [
    'answered',
    'cancelled',
    'timeout',
    'empty_answer',
    'model_nonsense',
    'model_unavailable',
  ])
    expect([code, (seen.codes.get(code) ?? 0) > 0]).toEqual([code, true]);
}, 300_000);
