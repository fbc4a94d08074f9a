/** Processor seconds since boot, summed over all processors. */
export interface ProcessorCounters {
  /** Work of processes: user, nice and system time. */
  busySeconds: number;
  /** Time that the hypervisor gave to other machines while a process of this one was ready to run. */
  stealSeconds: number;
  /** Total time, idle time included. */
  totalSeconds: number;
  processors: number;
}

/**
 * Reads the text of /proc/stat. Interrupt time is part of the total only: the kernel charges it to no process, so it cannot be
 * subtracted from the work of others.
 *
 * @returns undefined if the text has no line for all processors
 */
export function parseProcessorCounters(text: string, ticksPerSecond: number): ProcessorCounters | undefined {
  const lines = text.split('\n');
  const summed = lines.find((line) => /^cpu\s/.test(line));
  if (summed === undefined) return undefined;
  const ticks = summed.trim().split(/\s+/).slice(1).map(Number);
  if (ticks.length < 4 || ticks.some((number) => !Number.isFinite(number))) return undefined;
  const [user = 0, nice = 0, system = 0, , , , , steal = 0] = ticks;
  // Guest time, fields 9 and 10, is already part of user and nice.
  const total = ticks.slice(0, 8).reduce((sum, number) => sum + number, 0);
  return {
    busySeconds: (user + nice + system) / ticksPerSecond,
    stealSeconds: steal / ticksPerSecond,
    totalSeconds: total / ticksPerSecond,
    processors: lines.filter((line) => /^cpu\d/.test(line)).length,
  };
}

/** Reads the text of /proc/loadavg: the average of one minute. */
export function parseLoadAverage(text: string): number | undefined {
  const [first = ''] = text.split(' ');
  return /^\d+\.\d+$/.test(first) ? Number(first) : undefined;
}
