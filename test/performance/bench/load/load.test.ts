import { describe, expect, it } from 'vitest';
import { LoadWatch } from './load-watch.ts';
import { describeLoad, isQuiet, type LoadReading, loadBetween, type MachineLoad } from './machine-load.ts';
import { parseLoadAverage, parseProcessorCounters } from './processor-counters.ts';

const twoProcessors = `cpu  6000 1000 3000 80000 500 60 40 200 30 0
cpu0 3000 500 1500 40000 250 30 20 100 15 0
cpu1 3000 500 1500 40000 250 30 20 100 15 0
intr 1 2 3
`;

describe('the text of /proc/stat', () => {
  it('counts user, nice and system time as work, and guest time once', () => {
    expect(parseProcessorCounters(twoProcessors, 100)).toEqual({
      busySeconds: 100,
      stealSeconds: 2,
      totalSeconds: 908,
      processors: 2,
    });
  });

  it.each([
    ['no line for all processors', 'cpu0 1 2 3 4\n'],
    ['too few fields', 'cpu  1 2 3\n'],
    ['fields that are no numbers', 'cpu  1 2 x 4 5 6 7 8\n'],
    ['nothing', ''],
  ])('is refused with %s', (_, text) => {
    expect(parseProcessorCounters(text, 100)).toBeUndefined();
  });

  it('has no steal on an old kernel', () => {
    expect(parseProcessorCounters('cpu  100 0 0 100\ncpu0 100 0 0 100\n', 100)?.stealSeconds).toBe(0);
  });
});

it.each([
  ['3.19 3.14 1.62 5/197 12120\n', 3.19],
  ['0.00 0.00 0.00 1/1 1', 0],
  ['', undefined],
  ['unknown', undefined],
])('the text %j of /proc/loadavg is %s', (text, expected) => {
  expect(parseLoadAverage(text)).toBe(expected);
});

/** Returns the counters of two processors after the given seconds. */
function reading(
  seconds: number,
  used: { busy: number; steal?: number; own: number; load?: number },
): LoadReading {
  return {
    atSeconds: seconds,
    ownSeconds: used.own,
    ...(used.load === undefined ? {} : { loadAverage: used.load }),
    counters: {
      busySeconds: used.busy,
      stealSeconds: used.steal ?? 0,
      totalSeconds: seconds * 2,
      processors: 2,
    },
  };
}

describe('load between two readings', () => {
  it('is what others used, without our own time', () => {
    const load = loadBetween(
      reading(10, { busy: 5, own: 2 }),
      reading(20, { busy: 20, steal: 0.4, own: 10, load: 2.5 }),
    );
    expect(load).toEqual({
      seconds: 10,
      load_average: 2.5,
      other_load: 1.7,
      own_processors: 0.8,
      other_processors: 0.7,
      steal: 0.02,
    });
    expect(describeLoad(load)).toBe('others use 0.70 processors, steal 2 %, load 2.5');
  });

  it('is never negative, even if the kernel counted less than we used', () => {
    const load = loadBetween(reading(0, { busy: 0, own: 0 }), reading(1, { busy: 0.9, own: 1, load: 0 }));
    expect(load).toMatchObject({ other_processors: 0, other_load: 0 });
  });

  it('has only the load average without counters', () => {
    const before = { atSeconds: 0, ownSeconds: 0 };
    expect(loadBetween(before, { atSeconds: 2, ownSeconds: 1, loadAverage: 1.25 })).toEqual({
      seconds: 2,
      load_average: 1.25,
      other_load: 0.75,
      own_processors: 0.5,
    });
  });
});

describe('quiet', () => {
  const quiet: MachineLoad = { seconds: 1, own_processors: 0, other_processors: 0.05, steal: 0 };
  it.each<[string, MachineLoad, boolean]>([
    ['others use a twentieth of a processor', quiet, true],
    ['others use half a processor', { ...quiet, other_processors: 0.5 }, false],
    ['our own work explains the difference', { ...quiet, other_processors: 0.15, own_processors: 2 }, true],
    ['our own work explains only a part', { ...quiet, other_processors: 0.2, own_processors: 2 }, false],
    ['the hypervisor takes 5 %', { ...quiet, steal: 0.05 }, false],
    ['a high load average remains from our own work', { ...quiet, load_average: 9, other_load: 9 }, true],
    ['only a low load average is known', { seconds: 1, own_processors: 0, other_load: 0.3 }, true],
    ['only a high load average is known', { seconds: 1, own_processors: 0, other_load: 2 }, false],
    ['nothing is known', { seconds: 1, own_processors: 0 }, false],
  ])('if %s: %#', (_, load, expected) => {
    expect(isQuiet(load)).toBe(expected);
  });
});

/** Simulates a machine with its own clock, where other processes use all of one processor during the given seconds. */
function machine(busy: (second: number) => boolean) {
  let now = 0;
  let used = 0;
  const pass = (seconds: number) => {
    for (let step = 0; step < Math.round(seconds * 10); step++) {
      if (busy(now)) used += 0.1;
      now += 0.1;
    }
  };
  return {
    now: () => now,
    pass,
    sensor: {
      read: () => reading(now, { busy: used, own: 0 }),
      delay: async (milliseconds: number) => pass(milliseconds / 1_000),
    },
  };
}

describe('a watch', () => {
  const take = (one: ReturnType<typeof machine>, seconds: number) => async () => one.pass(seconds);

  it('waits until others are done', async () => {
    const one = machine((second) => second < 5);
    const waits: MachineLoad[] = [];
    const watch = new LoadWatch(one.sensor, 120, (load) => void waits.push(load));
    expect(await watch.sample(take(one, 1))).toMatchObject({ isBusy: false });
    expect(one.now()).toBeGreaterThan(5);
    expect(waits).toHaveLength(1);
  });

  it('takes a busy sample once the limit is over, and waits no longer', async () => {
    const one = machine(() => true);
    const watch = new LoadWatch(one.sensor, 10);
    expect(await watch.sample(take(one, 1))).toMatchObject({ isBusy: true });
    expect(one.now()).toBeLessThan(13);
    expect(watch.hasTimeLeft).toBe(false);
    const before = one.now();
    expect(await watch.sample(take(one, 1))).toMatchObject({ isBusy: true });
    expect(one.now() - before).toBeLessThan(2);
  });

  it('does not wait with a limit of nothing', async () => {
    const one = machine(() => true);
    expect(await new LoadWatch(one.sensor, 0).sample(take(one, 1))).toMatchObject({ isBusy: true });
    expect(one.now()).toBeCloseTo(1.5);
  });

  it('marks a sample that is disturbed after a quiet start', async () => {
    const one = machine((second) => second > 1);
    expect(await new LoadWatch(one.sensor, 120).sample(take(one, 3))).toMatchObject({ isBusy: true });
  });

  it('judges a very short sample with the window before it', async () => {
    const one = machine((second) => second > 0.55);
    const { load } = await new LoadWatch(one.sensor, 0).sample(take(one, 0.1));
    expect(load.seconds).toBeCloseTo(0.6);
  });
});
