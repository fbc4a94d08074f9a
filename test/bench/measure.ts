import type { BenchHome } from './home/bench-home.ts';

/** One thing that is measured, and the least that anything doing it must cost. */
export interface Bench {
  name: string;
  unit: string;
  floorName: string;
  /** Of the ratio value / floor. */
  target: { atLeast: number } | { atMost: number };
  pairs: { full: number; short: number };
  open(context: BenchContext): Promise<OpenBench>;
}

export interface BenchContext {
  /** Shows that it works, in seconds; its numbers mean little. */
  short: boolean;
  home(): Promise<BenchHome>;
}

export interface OpenBench {
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
}

/**
 * Value and floor in turn, A B A B: whatever else the machine does meanwhile, it does to both sides of a pair. Both
 * run once beforehand, unmeasured, so that neither pays for what only the first run costs; a short run saves that.
 */
export async function measure(bench: Bench, context: BenchContext): Promise<BenchResult> {
  const open = await bench.open(context);
  try {
    if (!context.short) {
      await open.value();
      await open.floor();
    }
    const samples: BenchResult['samples'] = [];
    for (let pair = 0; pair < bench.pairs[context.short ? 'short' : 'full']; pair++) {
      const value = await open.value();
      samples.push({ value, floor: await open.floor() });
    }
    return {
      name: bench.name,
      value: median(samples.map((sample) => sample.value)),
      unit: bench.unit,
      floor: { name: bench.floorName, value: median(samples.map((sample) => sample.floor)) },
      ratio: median(samples.map((sample) => sample.value / sample.floor)),
      samples,
    };
  } finally {
    await open.close();
  }
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Times `work` a second, for work too short to be timed alone. */
export async function ratePerSecond(count: number, work: () => Promise<void> | void): Promise<number> {
  const started = performance.now();
  await work();
  return (count * 1000) / (performance.now() - started);
}
