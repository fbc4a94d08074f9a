import { measuredWork, measuredWorkReferenceMs } from '../../../../../test/support/time-factor.ts';

/**
 * The least time on the processor that `act` took in five attempts, in milliseconds: a machine that does other things makes
 * everything late, and nothing busy.
 */
export function processorMs(act: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

/** Returns `ms` of the reference machine in milliseconds of this one, by a piece of work that is timed now. */
export function machineMs(ms: number): number {
  return ms * Math.max(1, processorMs(measuredWork) / measuredWorkReferenceMs);
}
