import type { Reading } from '../home/readings.ts';
import type { Finding } from './evidence.ts';

const check = 'no long turns';
const mostMs = 200;

/**
 * Requires that no event loop iteration of api or worker blocks other work. It counts only if it was long both by the clock and by
 * the processor time of its own thread; waiting for a busy processor is no fault.
 */
export function noLongTurns(readings: readonly Reading[]): Finding[] {
  return readings.flatMap(({ process, pid, stalls }) =>
    stalls
      .filter(({ busyMs, lateMs }) => busyMs > mostMs && lateMs > mostMs)
      .map(({ at, busyMs, lateMs }) => ({
        check,
        subject: `${process} ${pid}`,
        problem: `its loop stood still for ${Math.round(lateMs)} ms, ${Math.round(busyMs)} ms of them busy`,
        detail: { at },
      })),
  );
}
