import { expect, test } from 'vitest';
import { isSampledRun } from './sampled-run.ts';

const ids = Array.from({ length: 4_000 }, (_, number) => `run_${number}`);

test('a run’s id alone decides if it is sampled', () => {
  expect(ids.filter((id) => isSampledRun(id, 0))).toEqual([]);
  expect(ids.filter((id) => isSampledRun(id, 1))).toEqual(ids);
  // The selection must never change, because other processes may have excluded the other runs.
  expect(ids.slice(0, 12).filter((id) => isSampledRun(id, 0.5))).toMatchInlineSnapshot(`
    [
      "run_1",
      "run_3",
      "run_4",
      "run_5",
      "run_7",
      "run_9",
    ]
  `);
});

test('a higher sampling rate includes lower ones', () => {
  for (const rate of [0.01, 0.1, 0.5, 0.9]) {
    const share = ids.filter((id) => isSampledRun(id, rate)).length / ids.length;
    expect(Math.abs(share - rate)).toBeLessThan(0.03);
    for (const id of ids)
      if (isSampledRun(id, rate)) expect([id, isSampledRun(id, rate + 0.05)]).toEqual([id, true]);
  }
});
