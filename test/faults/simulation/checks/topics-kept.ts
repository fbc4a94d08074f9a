import type { Journal } from '../journal/journal.ts';
import type { Finding, JudgedRow } from './evidence.ts';

const check = 'topics kept';

/** Requires every topic that the home reported as opened to exist, with a ledger that begins with its terms in that mode. */
export function topicsKept({ openings }: Pick<Journal, 'openings'>, ledger: readonly JudgedRow[]): Finding[] {
  const first = new Map(ledger.filter(({ sequence }) => sequence === 1).map((row) => [row.topicId, row]));
  return openings.flatMap(({ topicId, mode }) => {
    const row = first.get(topicId);
    if (!row) return [{ check, subject: topicId, problem: 'was opened and has no ledger' }];
    const terms = JSON.parse(row.bodyText ?? '{}') as { mode?: string };
    if (terms.mode === mode) return [];
    return [{ check, subject: topicId, problem: `was opened as ${mode} and is ${terms.mode}` }];
  });
}
