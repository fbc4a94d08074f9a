import type { ProcessorCounters } from './processor-counters.ts';

/** Counters of the machine at one moment. Fields that the system does not report are absent. */
export interface LoadReading {
  atSeconds: number;
  loadAverage?: number;
  counters?: ProcessorCounters;
  /** Processor seconds of this process and its descendants, ended ones included. */
  ownSeconds: number;
}

/** Load between two readings, as in `bench/results.json`. */
export interface MachineLoad {
  seconds: number;
  /** Average of one minute at the end, and the same without the processors that this run kept busy. */
  load_average?: number;
  other_load?: number;
  /** Processors that this run kept busy: 2 means two whole processors. */
  own_processors: number;
  /** Processors that processes outside of this run kept busy. */
  other_processors?: number;
  /** Share of all processor time that the hypervisor gave to other machines, 0 to 1. */
  steal?: number;
}

export const quietLimits = {
  /** A tenth of one processor. */
  otherProcessors: 0.1,
  /**
   * The kernel samples the total in ticks and measures processes exactly, so a few percent of this run's own time can appear as
   * the time of others.
   */
  accountingError: 0.03,
  steal: 0.02,
  /** Limit used only if a system has no counters of processor time. */
  otherLoad: 0.5,
} as const;

export function loadBetween(before: LoadReading, after: LoadReading): MachineLoad {
  const seconds = after.atSeconds - before.atSeconds;
  const own = Math.max(0, after.ownSeconds - before.ownSeconds) / seconds;
  const { loadAverage } = after;
  return {
    seconds: rounded(seconds),
    ...(loadAverage === undefined
      ? {}
      : { load_average: loadAverage, other_load: rounded(Math.max(0, loadAverage - own)) }),
    own_processors: rounded(own),
    ...collectUses(before, after, own * seconds),
  };
}

function collectUses(
  { counters: before }: LoadReading,
  { counters: after, atSeconds }: LoadReading,
  ownSeconds: number,
): { other_processors?: number; steal?: number } {
  if (!before || !after || !Number.isFinite(atSeconds)) return {};
  const total = after.totalSeconds - before.totalSeconds;
  if (total <= 0) return {};
  // Scaled by the kernel's own total, because its ticks and our clock do not start at the same moment.
  const others = Math.max(0, after.busySeconds - before.busySeconds - ownSeconds);
  return {
    other_processors: rounded((others * after.processors) / total),
    steal: rounded((after.stealSeconds - before.stealSeconds) / total),
  };
}

/** True if no other process used the machine noticeably. A load that the system does not report counts as busy. */
export function isQuiet(load: MachineLoad): boolean {
  const { other_processors: others, steal, own_processors: own, other_load: otherLoad } = load;
  if (others !== undefined && steal !== undefined) {
    const allowed = quietLimits.otherProcessors + quietLimits.accountingError * own;
    return others <= allowed && steal <= quietLimits.steal;
  }
  return otherLoad !== undefined && otherLoad <= quietLimits.otherLoad;
}

/** Formats a load for a log line: `others use 1.20 processors, steal 3 %, load 4.1`. */
export function describeLoad(load: MachineLoad): string {
  const parts = [
    ...(load.other_processors === undefined
      ? []
      : [`others use ${load.other_processors.toFixed(2)} processors`]),
    ...(load.steal === undefined ? [] : [`steal ${(load.steal * 100).toFixed(0)} %`]),
    ...(load.load_average === undefined ? [] : [`load ${load.load_average.toFixed(1)}`]),
  ];
  return parts.length === 0 ? 'load unknown' : parts.join(', ');
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
