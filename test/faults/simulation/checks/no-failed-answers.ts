import type { Reading } from '../home/readings.ts';
import type { CalmTime } from '../journal/hostile-records.ts';
import type { Finding } from './evidence.ts';

const check = 'no failed answers';

/**
 * Whatever anybody asks, no answer is a failure of the home's own. That a service behind it is away it says with 503 and
 * when to come again, and only while one is.
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
