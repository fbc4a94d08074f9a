import type { Journal } from '../journal/journal.ts';
import type { Finding } from './evidence.ts';

const check = 'errands done';
/** A sweep comes every half second, and takes on what it finds. */
const mostMs = 8_000;

/** What honest agents and owners had removed and erased is gone in time, whatever another has asked for. */
export function errandsDone({ errands }: Pick<Journal, 'errands'>, pace: number): Finding[] {
  if (errands.length === 0) return [{ check, subject: 'simulation', problem: 'nobody asked for anything' }];
  return errands.flatMap(({ who, what, askedAt, doneAt }) => {
    const tookMs = doneAt === undefined ? Number.POSITIVE_INFINITY : doneAt - askedAt;
    return tookMs <= mostMs * pace ? [] : [{ check, subject: who, problem: `had ${what}, which took ${tookMs} ms` }];
  });
}
