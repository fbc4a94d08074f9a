import { measuredWork, measuredWorkReferenceMs } from '../../../../../test/support/time-factor.ts';

/**
 * Returns the least time that `act` took in five attempts, in milliseconds. Each attempt counts the smaller of two upper bounds:
 * wall-clock time, which includes other processes, and this process's CPU time, which includes its other threads.
 */
export function processorMs(act: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    const started = performance.now();
    act();
    const elapsed = performance.now() - started;
    const { user, system } = process.cpuUsage(before);
    return Math.min(elapsed, (user + system) / 1_000);
  });
  return Math.min(...times);
}

/** Returns `ms` of the reference machine in milliseconds of this one, by a piece of work that is timed now. */
export function machineMs(ms: number): number {
  return ms * Math.max(1, processorMs(measuredWork) / measuredWorkReferenceMs);
}
