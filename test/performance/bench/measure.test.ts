import { describe, expect, it } from 'vitest';
import { LoadWatch } from './load/load-watch.ts';
import { collectSamples, getResult } from './measure.ts';
import { computeSpread } from './spread.ts';
import { describeTarget, getVerdict, type Target } from './verdict.ts';

it.each([
  [[5], { low: 5, high: 5, of: 'min-max' }],
  [[3, 1, 2], { low: 1, high: 3, of: 'min-max' }],
  [[4, 1, 3, 2], { low: 1.75, high: 3.25, of: 'p25-p75' }],
  [[5, 4, 3, 2, 1], { low: 2, high: 4, of: 'p25-p75' }],
])('the spread of %j', (numbers, expected) => {
  expect(computeSpread(numbers)).toEqual(expected);
});

describe('a verdict', () => {
  const quiet = { quiet: 3, wanted: 3 };
  const measured = { value: 10, floor: 5, ratio: 2 };
  it.each<[Target, typeof measured, typeof quiet, string]>([
    [{ atMost: 2 }, measured, quiet, 'met'],
    [{ atMost: 1.9 }, measured, quiet, 'missed'],
    [{ atLeast: 2 }, measured, quiet, 'met'],
    [{ atLeast: 2.1 }, measured, quiet, 'missed'],
    [{ valueAtMost: 10, floorAtMost: 5 }, measured, quiet, 'met'],
    [{ valueAtMost: 10, floorAtMost: 4 }, measured, quiet, 'missed'],
    [{ valueAtMost: 9, floorAtMost: 5 }, measured, quiet, 'missed'],
    [{ atMost: 2 }, { ...measured, ratio: Number.NaN }, quiet, 'missed'],
    [{ atMost: 2 }, measured, { quiet: 2, wanted: 3 }, 'busy'],
    [{ atMost: 1 }, measured, { quiet: 0, wanted: 3 }, 'busy'],
    [{ atMost: 2 }, measured, { quiet: 0, wanted: 0 }, 'busy'],
  ])('on %j with %j and %j is %s', (target, figures, samples, expected) => {
    expect(getVerdict(target, figures, samples)).toBe(expected);
  });

  it('names its target', () => {
    expect([{ atMost: 2 }, { atLeast: 0.5 }, { valueAtMost: 8, floorAtMost: 1 }].map(describeTarget)).toEqual(
      ['≤ 2', '≥ 0.5', '≤ 8, floor ≤ 1'],
    );
  });
});

const bench = { name: 'one', unit: 'ms', floorName: 'floor', target: { atMost: 2 } };

describe('a result', () => {
  it('leaves busy samples out if enough were quiet', () => {
    const samples = [
      { value: 100, floor: 1, busy: true as const },
      { value: 2, floor: 1 },
      { value: 4, floor: 2 },
    ];
    expect(getResult(bench, samples, 2)).toMatchObject({
      value: 3,
      ratio: 2,
      verdict: 'met',
      quiet_samples: 2,
    });
  });

  it('is busy if too few were quiet, however good its figures are', () => {
    const samples = [
      { value: 1, floor: 1, busy: true as const },
      { value: 1, floor: 1 },
    ];
    expect(getResult(bench, samples, 2)).toMatchObject({ ratio: 1, verdict: 'busy' });
  });
});

describe('samples', () => {
  /** Simulates a machine with one processor that others keep busy during the samples with these numbers. */
  async function sampled(busy: number[], waitSeconds: number) {
    let [now, used, count] = [0, 0, 0];
    const counters = () => ({ busySeconds: used, stealSeconds: 0, totalSeconds: now, processors: 1 });
    const sensor = {
      read: () => ({ atSeconds: now, ownSeconds: 0, counters: counters() }),
      delay: async (milliseconds: number) => {
        now += milliseconds / 1_000;
      },
    };
    const value = async () => {
      now += 1;
      if (busy.includes(count)) used += 1;
      return ++count;
    };
    return collectSamples({ value, floor: async () => 1 }, 3, new LoadWatch(sensor, waitSeconds));
  }

  it('are repeated where they were busy', async () => {
    const samples = await sampled([1], 60);
    expect(samples.map(({ busy = false }) => busy)).toEqual([false, true, false, false]);
  });

  it('are not repeated without time to wait', async () => {
    expect(await sampled([1], 0)).toHaveLength(3);
  });

  it('are repeated at most as often as they were wanted', async () => {
    expect(await sampled([0, 1, 2, 3, 4, 5, 6, 7], 60)).toHaveLength(6);
  });
});
