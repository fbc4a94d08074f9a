import { availableParallelism, loadavg } from 'node:os';

/** Environment variable with the factor by which tests multiply their time limits; workers inherit it. */
export const timeFactorVariable = 'TEST_TIME_FACTOR';

/** Milliseconds that `measuredWork` takes on a quiet core of the machine the limits were chosen on. */
export const measuredWorkReferenceMs = 25;
const largestFactor = 6;

/**
 * Returns the factor for time limits on this machine at this moment: 1 on a quiet machine of two cores, up to 6 on a slow or busy
 * one. The work reveals a slow processor, the load average a busy one.
 */
export function timeFactor(workMs: number, load: number, cores: number): number {
  const factor = Math.max(workMs / measuredWorkReferenceMs, load / cores, 1);
  return Math.min(largestFactor, Math.round(factor * 10) / 10);
}

/**
 * Returns the factor for a run in which at least `processes` will compute, such as the workers of all lanes of CI. The load average
 * of the last minute does not include them yet.
 */
export function sharedTimeFactor(processes: number): number {
  return timeFactor(measureWorkMs(), Math.max(loadavg()[0] ?? 0, processes), availableParallelism());
}

/** Reads the factor of this run, or measures it once and passes it on to the workers. */
export function measuredTimeFactor(environment: NodeJS.ProcessEnv = process.env): number {
  const given = Number(environment[timeFactorVariable]);
  if (given >= 1) return given;
  const factor = sharedTimeFactor(0);
  environment[timeFactorVariable] = String(factor);
  return factor;
}

function measureWorkMs(): number {
  const started = performance.now();
  measuredWork();
  return performance.now() - started;
}

/** Fixed amount of work, which measures the speed of a processor. */
export function measuredWork(): void {
  const value = Array.from({ length: 500 }, (_, index) => ({ index, text: `entry ${index}` }));
  for (let round = 0; round < 200; round++) JSON.parse(JSON.stringify(value));
}
