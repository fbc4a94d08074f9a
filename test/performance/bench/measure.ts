import { type CostsPerOperation, notAvailable, perOperation } from './costs/costs.ts';
import type { Meter } from './costs/meter.ts';
import type { BenchHome } from './home/bench-home.ts';

/** One thing that is measured, and the least that anything doing it must cost. */
export interface Bench {
  name: string;
  unit: string;
  floorName: string;
  /** Of the ratio value / floor; or of each side by itself, where the floor is another thing that is promised. */
  target: { atLeast: number } | { atMost: number } | { valueAtMost: number; floorAtMost: number };
  /** Takes so long that it runs only when it is asked for by name. */
  onlyByName?: true;
  pairs: { full: number; short: number };
  open(context: BenchContext): Promise<OpenBench>;
}

export interface BenchContext {
  /** Shows that it works, in seconds; its numbers mean little. */
  short: boolean;
  home(): Promise<BenchHome>;
  /** Also counts how often the disk was waited for, in one more pair that is not timed: that takes a minute. */
  syncs?: boolean;
  /** Before an idle home is measured. */
  warmUpSeconds?: number | undefined;
}

export interface OpenBench {
  /** Of benches on a home: what each side is charged with. */
  meters?: { value: Meter; floor: Meter };
  value(): Promise<number>;
  floor(): Promise<number>;
  close(): Promise<void>;
}

export interface BenchResult {
  name: string;
  /** Median. */
  value: number;
  unit: string;
  floor: { name: string; value: number };
  /** Median of the ratios of each value to the floor measured right after it. */
  ratio: number;
  samples: { value: number; floor: number }[];
  costs?: BenchCosts;
}

/** Of one operation, on either side. */
export interface BenchCosts {
  value: CostsPerOperation;
  floor: CostsPerOperation;
  /** Processor time of the platform to that of the floor; client and store are left out. */
  cpu_ratio: number | typeof notAvailable;
}

/**
 * Value and floor in turn, A B A B: whatever else the machine does meanwhile, it does to both sides of a pair. Both
 * run once beforehand, unmeasured, so that neither pays for what only the first run costs; a short run saves that.
 */
export async function measure(bench: Bench, context: BenchContext): Promise<BenchResult> {
  const open = await bench.open(context);
  try {
    if (!context.short && !bench.onlyByName) {
      await open.value();
      await open.floor();
    }
    open.meters?.value.take();
    open.meters?.floor.take();
    const samples: BenchResult['samples'] = [];
    for (let pair = 0; pair < bench.pairs[context.short ? 'short' : 'full']; pair++) {
      const value = await open.value();
      samples.push({ value, floor: await open.floor() });
    }
    if (open.meters && context.syncs && !bench.onlyByName) {
      open.meters.value.countsSyncs = open.meters.floor.countsSyncs = true;
      await open.value();
      await open.floor();
    }
    return {
      name: bench.name,
      value: median(samples.map((sample) => sample.value)),
      unit: bench.unit,
      floor: { name: bench.floorName, value: median(samples.map((sample) => sample.floor)) },
      ratio: median(samples.map((sample) => sample.value / sample.floor)),
      samples,
      ...(open.meters ? { costs: takeCosts(open.meters) } : {}),
    };
  } finally {
    await open.close();
  }
}

function takeCosts(meters: NonNullable<OpenBench['meters']>): BenchCosts {
  const [value, floor] = [perOperation(meters.value.take()), perOperation(meters.floor.take())];
  const [spent, least] = [value.cpu_milliseconds_judged, floor.cpu_milliseconds_judged];
  const known = spent !== notAvailable && least !== notAvailable && least > 0;
  return { value, floor, cpu_ratio: known ? spent / least : notAvailable };
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** @param share between 0 and 1: the least number that as many of them do not exceed */
export function percentile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * share) - 1] ?? Number.NaN;
}

/** Times `work` a second, for work too short to be timed alone. */
export async function ratePerSecond(count: number, work: () => Promise<void> | void): Promise<number> {
  const started = performance.now();
  await work();
  return (count * 1000) / (performance.now() - started);
}
