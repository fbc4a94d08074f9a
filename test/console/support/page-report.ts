import type { LongTopicMeasured } from './measure-long-topic.ts';
import type { PageMeasured } from './measure-pages.ts';

/** Limits promised for every page. */
export const promised = {
  largest_paint_ms: 1_200,
  layout_shift: 0.05,
  slow_press_ms: 100,
  code_kb: 150,
  first_lines_ms: 500,
  longest_task_ms: 50,
  rate: 0.7,
} as const;

const over = (value: number, limit: number, shown: string) => (value > limit ? `**${shown}**` : shown);

const largestPaint = (one: PageMeasured) => Math.max(one.largest_paint_ms, one.late_paint_ms);

/** Returns a table with a row for each page and columns for both languages; values above the promised limit are bold. */
export function pagesTable(measured: readonly PageMeasured[]): string {
  const names = [...new Set(measured.map(({ page }) => page))];
  const both = (name: string, show: (one: PageMeasured) => string) =>
    measured
      .filter(({ page }) => page === name)
      .map(show)
      .join(' / ');
  const rows = names.map((name) =>
    [
      `\`${name}\``,
      both(name, (one) => over(largestPaint(one), promised.largest_paint_ms, `${largestPaint(one)}`)),
      both(name, (one) => over(one.layout_shift, promised.layout_shift, one.layout_shift.toFixed(3))),
      both(name, (one) => one.layout_shift_in_all.toFixed(3)),
      both(name, (one) => over(one.slow_press_ms, promised.slow_press_ms, `${one.slow_press_ms}`)),
      both(name, (one) => over(one.code_kb, promised.code_kb, one.code_kb.toFixed(0))),
      both(name, (one) => one.first_load_kb.toFixed(0)),
      both(name, (one) => `${one.longest_task_ms}`),
    ].join(' | '),
  );
  return [
    '| Page | LCP, ms | CLS | all shifts | INP p98, ms | code, kB | first load, kB | longest task, ms |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

/** Returns a row for each figure over all pages and languages: the median, and the worst page. */
export function pagesSummary(measured: readonly PageMeasured[]): string {
  const row = (figure: string, limit: number | undefined, value: (one: PageMeasured) => number) => {
    const sorted = [...measured].sort((one, other) => value(one) - value(other));
    const middle = sorted[Math.floor(sorted.length / 2)];
    const worst = sorted.at(-1);
    if (!middle || !worst) return [];
    const missed = limit === undefined ? [] : sorted.filter((one) => value(one) > limit);
    const pages = new Set(missed.map(({ page }) => page)).size;
    const cells = [figure, limit === undefined ? '' : `≤ ${limit}`, `${value(middle)}`];
    return [
      [...cells, `${value(worst)} (\`${worst.page}\`)`, limit === undefined ? '' : `${pages}`].join(' | '),
    ];
  };
  const rows = [
    ...row('LCP, ms', promised.largest_paint_ms, largestPaint),
    ...row('CLS', promised.layout_shift, (one) => Number(one.layout_shift.toFixed(3))),
    ...row('all shifts', undefined, (one) => Number(one.layout_shift_in_all.toFixed(3))),
    ...row('INP p98, ms', promised.slow_press_ms, (one) => one.slow_press_ms),
    ...row('code, kB', promised.code_kb, (one) => Math.round(one.code_kb)),
    ...row('first load, kB', undefined, (one) => Math.round(one.first_load_kb)),
    ...row('longest task, ms', undefined, (one) => one.longest_task_ms),
  ];
  return [
    '| Figure | promised | median | worst | pages that miss |',
    '|---|---|---|---|---|',
    ...rows.map((cells) => `| ${cells} |`),
  ].join('\n');
}

export function longTopicTable(long: LongTopicMeasured): string {
  const ratio = long.verified_rate / Math.max(1, long.bare_rate);
  const rows = [
    [
      'first lines after',
      over(long.first_lines_ms, promised.first_lines_ms, `${long.first_lines_ms} ms`),
      `≤ ${promised.first_lines_ms} ms`,
    ],
    [
      'longest task',
      over(long.longest_task_ms, promised.longest_task_ms, `${long.longest_task_ms} ms`),
      `≤ ${promised.longest_task_ms} ms`,
    ],
    ['entries verified a second, in the worker of the web UI', `${long.verified_rate}`, ''],
    ['the worker by itself', `${long.bare_rate}`, ''],
    ['one to the other', over(promised.rate, ratio, ratio.toFixed(2)), `≥ ${promised.rate}`],
    ['first lines at a second visit', `${long.again_first_lines_ms} ms`, ''],
    ['all verified at a second visit', `${long.again_verified_ms} ms`, ''],
  ];
  return [
    `| A topic of ${long.entries.toLocaleString('en')} entries | measured | promised |`,
    '|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

/** The script writes the part of the document between these marks. */
const [begin, end] = ['<!-- page: begin -->', '<!-- page: end -->'];

/** @throws Error if the document has no place for the tables */
export function withPageTables(document: string, tables: string): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error('the document has no markers for the report');
  return `${document.slice(0, from + begin.length)}\n${tables}\n${document.slice(to)}`;
}
