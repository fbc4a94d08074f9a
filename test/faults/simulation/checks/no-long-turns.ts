import type { Reading } from '../home/readings.ts';
import type { Finding } from './evidence.ts';

const check = 'no long turns';
const mostMs = 200;

/**
 * No turn of a loop of api or worker keeps everybody else waiting. It counts where it was long by the clock and by the
 * time that its own thread had on the processor: what only waited for a processor that others used was delayed by them.
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
