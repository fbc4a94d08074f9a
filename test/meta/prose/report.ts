import { type Counts, compareCounts, countViolations } from './baseline.ts';
import { type ChangedLines, isChanged } from './changed-lines.ts';
import { formatViolation, type Violation } from './check-files.ts';

/** Violations shown for each package and rule above its baseline. */
const mostShown = 10;

export interface ReportInput {
  violations: readonly Violation[];
  baseline: Counts;
  changes: ChangedLines;
  /** Files whose old lines are not counted. */
  isUncounted(file: string): boolean;
}

/** Violations that count against the baseline. */
export function countedViolations({
  violations,
  isUncounted,
}: Pick<ReportInput, 'violations' | 'isUncounted'>): Counts {
  return countViolations(violations.filter(({ file }) => !isUncounted(file)));
}

/** Returns the lines to print; an empty list if there are no problems. */
export function reportProblems(input: ReportInput): string[] {
  const { violations, baseline, changes } = input;
  const onNewLines = violations.filter(({ file, line }) => isChanged(changes, file, line));
  const lines = onNewLines.map((violation) => `${formatViolation(violation)} (new or changed line)`);
  const changed = compareCounts(countedViolations(input), baseline);
  for (const { packageName, rule, count, allowed } of changed.filter(
    ({ count, allowed }) => count > allowed,
  )) {
    lines.push(`${packageName}: ${count} violations of rule ${rule}, the baseline allows ${allowed}`);
    const isNew = new Set(onNewLines);
    const old = violations.filter(
      (one) => one.packageName === packageName && one.rule === rule && !isNew.has(one),
    );
    if (!onNewLines.some((one) => one.packageName === packageName && one.rule === rule))
      lines.push(...old.slice(0, mostShown).map((violation) => `  ${formatViolation(violation)}`));
  }
  const fallen = changed.filter(({ count, allowed }) => count < allowed);
  if (fallen.length > 0 && lines.length === 0) {
    const differences = fallen.map(
      ({ packageName, rule, count, allowed }) => `${packageName} ${rule} ${allowed} → ${count}`,
    );
    lines.push(
      `Fewer violations than the baseline: ${differences.join(', ')}.`,
      'Run `npm run generate -- prose` and commit test/meta/prose/baseline.json with this change.',
    );
  }
  return lines;
}
