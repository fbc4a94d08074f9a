import { expect, test } from 'vitest';
import { runRandomly } from './support/random-runs.ts';

const seed = 18;

test('a thousand random runs keep every log rule', async () => {
  // A fixed seed, so that each kind of end occurs; the shorter suite draws a new one each time.
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
