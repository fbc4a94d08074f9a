import type { Journal } from '../journal/journal.ts';
import type { Finding, JudgedRow } from './evidence.ts';
import { excerpt } from './judged-once.ts';

const check = 'kept out';

/** Requires every forbidden action to be refused, and agents without any grant to be in no ledger. */
export function keptOut(journal: Journal, ledger: readonly JudgedRow[]): Finding[] {
  const strangers = [...journal.strangers];
  return [
    ...journal.attacks
      .filter(({ refused }) => !refused)
      .map((attack) => ({
        check,
        subject: attack.agentId,
        problem: `${attack.what} and was not refused`,
        detail: attack,
      })),
    ...ledger
      .filter(({ objectKey }) => strangers.some((stranger) => objectKey?.includes(`/${stranger}/`)))
      .map((row) => ({
        check,
        subject: row.objectKey ?? '',
        problem: 'is in a ledger though its agent was never granted anything',
        detail: excerpt(row),
      })),
  ];
}
