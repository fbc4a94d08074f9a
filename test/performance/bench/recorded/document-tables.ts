import { describeMachine } from '../place.ts';
import { figure } from '../report.ts';
import { describeTarget } from '../verdict.ts';
import { type DocumentSection, documentSections } from './document-sections.ts';
import type { EarlierFigures, RecordedResult, RunRecord } from './record-schema.ts';

interface Quoted {
  run: RunRecord;
  result: RecordedResult;
}

/** Returns every generated table of docs/performance.md, by the name of its markers. */
export function documentTables(
  runs: readonly RunRecord[],
  earlier: EarlierFigures,
): ReadonlyMap<string, string> {
  const newest = newestQuiet(runs);
  return new Map([
    ...documentSections.map((section): [string, string] => [
      section.name,
      sectionTable(section, newest, earlier),
    ]),
    ['quiet', quietTable(newest)],
  ]);
}

/** Returns for each bench the result of the newest run in which it was not busy. `runs` are oldest first. */
function newestQuiet(runs: readonly RunRecord[]): ReadonlyMap<string, Quoted> {
  const quiet = runs.flatMap((run) =>
    run.results
      .filter(({ verdict }) => verdict !== 'busy')
      .map((result): [string, Quoted] => [result.name, { run, result }]),
  );
  return new Map(quiet);
}

function sectionTable(
  { floorHeading, benches }: DocumentSection,
  newest: ReadonlyMap<string, Quoted>,
  { figures }: EarlierFigures,
): string {
  const rows = benches.map(({ name, description, floor, promised }) => {
    const quoted = newest.get(name);
    const before = figures[name];
    const cells = quoted
      ? [measuredText(quoted.result), ratioText(quoted.result), quoted.result.verdict, toDate(quoted.run)]
      : before
        ? [before.measured, before.ratio, `busy: ${before.load}`, before.date]
        : ['', '', 'not measured', ''];
    return [`\`${name}\`: ${description}`, floor, promised, ...cells];
  });
  return table(['Bench', floorHeading, 'Promised', 'Measured', 'Ratio', 'Verdict', 'Date'], rows);
}

function quietTable(newest: ReadonlyMap<string, Quoted>): string {
  if (newest.size === 0)
    return 'No run on a quiet machine is recorded yet. The figures on this page were taken on a busy machine.';
  const rows = [...newest].map(([name, { run, result }]) => [
    `\`${name}\``,
    describeTarget(result.target),
    measuredText(result),
    ratioText(result),
    result.verdict,
    run.commit,
    describeMachine(run.machine),
  ]);
  return table(['Bench', 'Promised', 'Measured', 'Ratio', 'Verdict', 'Commit', 'Machine'], rows);
}

/** Returns a row of `history.csv` for each bench of each run, oldest first. */
export function historyTable(runs: readonly RunRecord[], { history }: EarlierFigures): string {
  const before = history.map((row) => [
    ...[row.date, row.commit, row.machine, row.bench, row.ratio, 'load not recorded'],
    ...[row.cpu_ratio, row.commits, row.log_syncs, row.statements, row.store_requests],
  ]);
  const recorded = runs.flatMap((run) =>
    run.results.map((result) => [
      ...[toDate(run), run.commit, describeMachine(run.machine), result.name],
      ...[ratioText(result), result.verdict, ...costCells(result)],
    ]),
  );
  const costs = ['cpu_ratio', 'commits', 'log_syncs', 'statements', 'store_requests'];
  const header = ['date', 'commit', 'machine', 'bench', 'ratio', 'verdict', ...costs];
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [header, ...before, ...recorded].map((row) => `${row.map(cell).join(',')}\n`).join('');
}

function costCells({ costs }: RecordedResult): string[] {
  if (!costs) return ['', '', '', '', ''];
  const { cpu_ratio: ratio, value } = costs;
  const requests = Object.values(value.store_requests).reduce((sum, number) => sum + number, 0);
  return [
    typeof ratio === 'number' ? ratio.toFixed(2) : ratio,
    value.commits.toFixed(2),
    value.log_syncs?.toFixed(2) ?? 'not counted',
    value.statements.toFixed(2),
    requests.toFixed(2),
  ];
}

function measuredText({ value, unit, floor, spread }: RecordedResult): string {
  return `${figure(value, spread.value)} ${unit}, floor ${figure(floor.value, spread.floor)}`;
}

function ratioText({ ratio, spread }: RecordedResult): string {
  return figure(ratio, spread.ratio, (value) => value.toFixed(2));
}

function toDate({ measured_at: at }: RunRecord): string {
  return at.slice(0, 10);
}

function table(header: string[], rows: string[][]): string {
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/**
 * Puts each table between its markers.
 *
 * @throws Error if the document has no markers for a table
 */
export function withTables(document: string, tables: ReadonlyMap<string, string>): string {
  let text = document;
  for (const [name, content] of tables) {
    const [begin, end] = [`<!-- recorded ${name}: begin -->`, `<!-- recorded ${name}: end -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`the document has no lines ${begin} and ${end}`);
    text = `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
  }
  return text;
}
