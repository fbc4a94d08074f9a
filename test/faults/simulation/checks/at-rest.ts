import type { Evidence, Finding } from './evidence.ts';

const check = 'at rest';

/** Requires that no work is pending, no process exited by itself, and no constraint rejected what a lock should have ordered. */
export function atRest({
  waiting,
  violations,
  unexpectedExits,
}: Pick<Evidence, 'waiting' | 'violations' | 'unexpectedExits'>): Finding[] {
  return [
    ...Object.entries(waiting)
      .filter(([, count]) => count > 0)
      .map(([subject, count]) => ({ check, subject, problem: `${count} still wait` })),
    ...violations.map((line) => ({ check, subject: 'database', problem: line })),
    ...unexpectedExits.map((line) => ({ check, subject: 'process', problem: line })),
  ];
}
