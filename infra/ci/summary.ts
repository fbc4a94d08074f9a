import type { FlakyEntry } from './flaky-record.ts';

export interface SummaryRow {
  name: string;
  result: 'ok' | 'flaky' | 'FAILED';
  seconds: number;
  cpuSeconds: number | undefined;
  /** Numbers of tests, undefined for a step that runs none. */
  tests: { passed: number; failed: number } | undefined;
  /** Reason of the failure, in one line; empty for a step that passed. */
  reason: string;
}

/** Returns the table of steps with a line per flaky file below it. */
export function summaryText(
  rows: readonly SummaryRow[],
  flaky: readonly FlakyEntry[],
  wallSeconds: number,
): string {
  const cells = rows.map(({ name, result, seconds, cpuSeconds, tests, reason }) => [
    name,
    result,
    seconds.toFixed(0),
    cpuSeconds === undefined ? '-' : cpuSeconds.toFixed(0),
    tests === undefined ? '-' : String(tests.passed + tests.failed),
    reason,
  ]);
  const table = [['step', 'result', 'seconds', 'cpu', 'tests', ''], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column >= 2 && column <= 4 ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
  const flakyLines = flaky.map(({ file, message }) => `flaky: ${file} (${message})`);
  return [...lines, ...flakyLines, `all steps: ${(wallSeconds / 60).toFixed(1)} minutes`].join('\n');
}
