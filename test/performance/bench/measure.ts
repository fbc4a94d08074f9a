import { type CostsPerOperation, notAvailable, perOperation } from './costs/costs.ts';
import type { Meter } from './costs/meter.ts';
import type { BenchHome } from './home/bench-home.ts';
import type { LoadWatch } from './load/load-watch.ts';
import type { MachineLoad } from './load/machine-load.ts';
import { computeSpread, type Spread } from './spread.ts';
import { getVerdict, type Target, type Verdict } from './verdict.ts';

/** Measured operation, and its floor: the minimum cost of any implementation. */
export interface Bench {
  name: string;
  unit: string;
  floorName: string;
  target: Target;
  /** True if the bench is so slow that it runs only by name. */
  onlyByName?: true;
  pairs: { full: number; short: number };
  /** @throws BenchSetupError if a program that the bench needs is not installed */
  requireSetup?(): void;
  open(context: BenchContext): Promise<OpenBench>;
}

export interface BenchContext {
  /** True for a quick run of some seconds whose figures mean little. */
  short: boolean;
  home(): Promise<BenchHome>;
  /** True to count the waits for the disk, in one additional pair without timing, which takes a minute. */
  syncs?: boolean;
  /** Seconds of waiting before an idle home is measured. */
  warmUpSeconds?: number | undefined;
}

export interface OpenBench {
  /** Meters of a bench on a home: the costs of each side. */
  meters?: { value: Meter; floor: Meter };
  value(): Promise<number>;
  floor(): Promise<number>;
  close(): Promise<void>;
}

/** Value and floor of one pair, and the load before and during it. */
export interface BenchSample {
  value: number;
  floor: number;
  load?: MachineLoad;
  /** Other work or steal disturbed this sample. */
  busy?: true;
}

export interface BenchResult {
  name: string;
  /** Median of the quiet samples, or of all samples if too few were quiet. */
  value: number;
  unit: string;
  floor: { name: string; value: number };
  /** Median of the ratios of each value to the floor measured right after it. */
  ratio: number;
  spread: { value: Spread; floor: Spread; ratio: Spread };
  target: Target;
  verdict: Verdict;
  quiet_samples: number;
  wanted_samples: number;
  samples: BenchSample[];
  costs?: BenchCosts;
}

/** Costs of one operation, on either side. */
export interface BenchCosts {
  value: CostsPerOperation;
  floor: CostsPerOperation;
  /** Processor time of the platform to that of the floor; client and store are left out. */
  cpu_ratio: number | typeof notAvailable;
}

/**
 * Alternates value and floor, A B A B: a disturbance of the machine then affects both sides of a pair. Both run once before,
 * unmeasured, so that neither pays the costs of a first run; a short run omits that.
 */
export async function measure(bench: Bench, context: BenchContext, watch: LoadWatch): Promise<BenchResult> {
  const open = await bench.open(context);
  try {
    if (!context.short && !bench.onlyByName) {
      await open.value();
      await open.floor();
    }
    open.meters?.value.take();
    open.meters?.floor.take();
    const wanted = bench.pairs[context.short ? 'short' : 'full'];
    const samples = await collectSamples(open, wanted, watch);
    if (open.meters && context.syncs && !bench.onlyByName) {
      open.meters.value.countsSyncs = open.meters.floor.countsSyncs = true;
      await open.value();
      await open.floor();
    }
    return {
      ...getResult(bench, samples, wanted),
      ...(open.meters ? { costs: readCosts(open.meters) } : {}),
    };
  } finally {
    await open.close();
  }
}

/** Repeats busy samples while the watch has time left, at most as many as the requested number. */
export async function collectSamples(
  open: Pick<OpenBench, 'value' | 'floor'>,
  wanted: number,
  watch: LoadWatch,
): Promise<BenchSample[]> {
  const samples: BenchSample[] = [];
  const take = async () => {
    const value = await open.value();
    return { value, floor: await open.floor() };
  };
  const quiet = () => samples.filter(({ busy }) => !busy).length;
  while (samples.length < wanted || (quiet() < wanted && samples.length < 2 * wanted && watch.hasTimeLeft)) {
    const { taken, load, isBusy } = await watch.sample(take, { isRepeated: samples.length >= wanted });
    samples.push({ ...taken, load, ...(isBusy ? { busy: true } : {}) });
  }
  return samples;
}

/** Summarizes the quiet samples, or all if fewer were quiet than wanted; the verdict is then `busy`. */
export function getResult(
  bench: Pick<Bench, 'name' | 'unit' | 'floorName' | 'target'>,
  samples: BenchSample[],
  wanted: number,
): BenchResult {
  const quiet = samples.filter(({ busy }) => !busy);
  const counted = quiet.length >= wanted ? quiet : samples;
  const values = counted.map(({ value }) => value);
  const floors = counted.map(({ floor }) => floor);
  const ratios = counted.map(({ value, floor }) => value / floor);
  const [value, floor, ratio] = [median(values), median(floors), median(ratios)];
  return {
    name: bench.name,
    value,
    unit: bench.unit,
    floor: { name: bench.floorName, value: floor },
    ratio,
    spread: { value: computeSpread(values), floor: computeSpread(floors), ratio: computeSpread(ratios) },
    target: bench.target,
    verdict: getVerdict(bench.target, { value, floor, ratio }, { quiet: quiet.length, wanted }),
    quiet_samples: quiet.length,
    wanted_samples: wanted,
    samples,
  };
}

function readCosts(meters: NonNullable<OpenBench['meters']>): BenchCosts {
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

/**
 * Returns the smallest number that is not exceeded by this share of the numbers.
 * @param share between 0 and 1
 */
export function percentile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * share) - 1] ?? Number.NaN;
}

/** Times `work` a second, for work too short to be timed alone. */
export async function ratePerSecond(count: number, work: () => Promise<void> | void): Promise<number> {
  const started = performance.now();
  await work();
  return (count * 1000) / (performance.now() - started);
}
