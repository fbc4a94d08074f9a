import type { Reading } from '../home/readings.ts';
import type { CalmTime } from '../journal/hostile-records.ts';
import type { Finding } from './evidence.ts';

const check = 'no failed answers';

/**
 * Requires that no response is an internal error of the home. If a service behind it is unavailable, it responds with 503 and a
 * retry time, and only during that time.
 */
export function noFailedAnswers(readings: readonly Reading[], calm: CalmTime | undefined): Finding[] {
  const isCalm = (at: number) => calm !== undefined && at >= calm.from && at <= calm.until;
  return readings
    .flatMap(({ answers, process }) => answers.map((answer) => ({ ...answer, process })))
    .filter(({ isDeliberate, at }) => !isDeliberate || isCalm(at))
    .map(({ status, path, process, at }) => ({
      check,
      subject: process,
      problem: `answered ${status} to ${path}`,
      detail: { at },
    }));
}
