import { measuredWork, measuredWorkReferenceMs } from '../../../../../test/support/time-factor.ts';

/**
 * Returns the least time that `act` took in five attempts, in milliseconds. Each attempt counts the smaller of two upper bounds:
 * wall-clock time, which includes other processes, and this process's CPU time, which includes its other threads.
 */
export function processorMs(act: () => unknown): number {
  return Math.min(...Array.from({ length: 5 }, () => timedMs(act)));
}

function timedMs(act: () => unknown): number {
  const before = process.cpuUsage();
  const started = performance.now();
  act();
  const elapsed = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return Math.min(elapsed, (user + system) / 1_000);
}

/**
 * Returns the time of `act` in milliseconds of the reference machine: the first of five attempts below the limit, otherwise the
 * least. A fixed amount of work is timed right before each attempt, so that a busy machine slows both.
 */
export function referenceMs(act: () => unknown, limit: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && least >= limit; attempt++) {
    const factor = Math.max(1, timedMs(measuredWork) / measuredWorkReferenceMs);
    least = Math.min(least, timedMs(act) / factor);
  }
  return least;
}
