import { groupBy } from '../checks/group-by.ts';
import type { Journal } from '../journal/journal.ts';

/** Returns a line for each production: how often it was performed, and how often each response came. */
export function describeActs({ acts, receptions }: Pick<Journal, 'acts' | 'receptions'>): string {
  const answers = groupBy(receptions, ({ production }) => production);
  return [...groupBy(acts, ({ production }) => production)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([production, done]) => {
      const statuses = [...groupBy(answers.get(production) ?? [], ({ status }) => String(status))]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([status, those]) => `${status}: ${those.length}`);
      const longest = Math.max(...done.map(({ tookMs }) => tookMs));
      return `  ${production}: ${done.length} times, at most ${longest} ms; ${statuses.join(', ')}`;
    })
    .join('\n');
}
