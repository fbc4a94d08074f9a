import type { GrownHome } from '../home/two-homes.ts';

/** Operation that is repeated in both homes. */
export interface GrowthMeasure {
  name: string;
  /** Returns the durations of one round, in milliseconds, one value for each call. */
  latencies(grown: GrownHome, round: number): Promise<number[]>;
}

/** Returns a measure that runs an operation the given number of times per round, sequentially; `prepare` is not timed. */
export function timed(
  name: string,
  times: number,
  work: (grown: GrownHome, number: number) => Promise<unknown>,
  prepare: (grown: GrownHome, number: number) => Promise<unknown> = async () => undefined,
): GrowthMeasure {
  return {
    name,
    async latencies(grown, round) {
      const latencies: number[] = [];
      for (let time = 0; time < times; time++) {
        const number = round * times + time;
        await prepare(grown, number);
        const started = performance.now();
        await work(grown, number);
        latencies.push(performance.now() - started);
      }
      return latencies;
    },
  };
}

export function percentile(latencies: readonly number[], share: number): number {
  const sorted = latencies.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
