import type { Journal } from '../journal/journal.ts';
import type { Finding } from './evidence.ts';

const check = 'errands done';

/**
 * Requires the removals and erasures of honest agents and owners to finish within their patience, regardless of
 * the requests of others.
 */
export function errandsDone({ errands }: Pick<Journal, 'errands'>): Finding[] {
  if (errands.length === 0) return [{ check, subject: 'simulation', problem: 'nobody asked for anything' }];
  return errands
    .filter(({ doneAt }) => doneAt === undefined)
    .map(({ who, what }) => ({ check, subject: who, problem: `had ${what}, and waited for it in vain` }));
}
