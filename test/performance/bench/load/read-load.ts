import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { readProcessorTimes, ticksPerSecond } from '../costs/processor-time.ts';
import type { LoadReading } from './machine-load.ts';
import { parseLoadAverage, parseProcessorCounters } from './processor-counters.ts';

/** Reads /proc if the system has it; other systems provide only the load average and this process's own time. */
export function readLoad(): LoadReading {
  const ticks = ticksPerSecond();
  const text = ticks === undefined ? undefined : read('/proc/stat');
  const counters =
    ticks === undefined || text === undefined ? undefined : parseProcessorCounters(text, ticks);
  const loadAverage = readLoadAverage();
  return {
    atSeconds: performance.now() / 1_000,
    ownSeconds: readProcessorTimes()?.ofTree(process.pid) ?? ownUse(),
    ...(loadAverage === undefined ? {} : { loadAverage }),
    ...(counters === undefined ? {} : { counters }),
  };
}

function readLoadAverage(): number | undefined {
  const text = read('/proc/loadavg');
  if (text !== undefined) return parseLoadAverage(text);
  // Node returns zeros on Windows, which has no load average.
  return process.platform === 'win32' ? undefined : loadavg()[0];
}

function ownUse(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
