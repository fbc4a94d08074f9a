import type { RuleName } from './check-fragment.ts';

/** Violations by package and rule. */
export type Counts = Record<string, Partial<Record<RuleName, number>>>;

export interface Change {
  packageName: string;
  rule: RuleName;
  count: number;
  allowed: number;
}

export function countViolations(violations: Iterable<{ packageName: string; rule: RuleName }>): Counts {
  const counts: Counts = {};
  for (const { packageName, rule } of violations) {
    const ofPackage = counts[packageName] ?? {};
    counts[packageName] = { ...ofPackage, [rule]: (ofPackage[rule] ?? 0) + 1 };
  }
  return counts;
}

/** Returns the counts that differ from the baseline, sorted by package and rule. */
export function compareCounts(counts: Counts, baseline: Counts): Change[] {
  const packages = new Set([...Object.keys(counts), ...Object.keys(baseline)]);
  return [...packages].sort().flatMap((packageName) => {
    const rules = new Set([
      ...Object.keys(counts[packageName] ?? {}),
      ...Object.keys(baseline[packageName] ?? {}),
    ]);
    return ([...rules].sort() as RuleName[]).flatMap((rule) => {
      const count = counts[packageName]?.[rule] ?? 0;
      const allowed = baseline[packageName]?.[rule] ?? 0;
      return count === allowed ? [] : [{ packageName, rule, count, allowed }];
    });
  });
}

/**
 * Returns the changes that a new baseline may not contain. A rule's count may rise in one package by as much as it falls
 * in others, as files move; the sum over all packages never rises.
 */
export function refusedChanges(counts: Counts, baseline: Counts): Change[] {
  const changes = compareCounts(counts, baseline);
  const rise = (wanted: RuleName) =>
    changes.reduce((sum, { rule, count, allowed }) => sum + (rule === wanted ? count - allowed : 0), 0);
  return changes.filter(({ rule, count, allowed }) => count > allowed && rise(rule) > 0);
}

/** Formats the baseline as it is committed: packages and rules sorted, so that a change is one line of its diff. */
export function formatBaseline(counts: Counts): string {
  const sorted = Object.fromEntries(
    Object.entries(counts)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, rules]) => [name, Object.fromEntries(Object.entries(rules).sort())]),
  );
  return `${JSON.stringify(sorted, undefined, 2)}\n`;
}
