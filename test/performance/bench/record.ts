import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { notAvailable } from './costs/costs.ts';
import type { BenchResult } from './measure.ts';

/** Under this line of the document rows are added; what stands there stays. */
const header =
  '| date | commit | machine | bench | ratio | CPU ratio | commits | log syncs | statements | store requests |';

/** @throws Error where the document has no history */
export function recorded(document: string, rows: string[]): string {
  const start = document.indexOf(header);
  if (start < 0) throw new Error('the document has no table of this shape');
  const end = document.indexOf('\n\n', start);
  const at = end < 0 ? document.trimEnd().length : end;
  return `${[document.slice(0, at), ...rows].join('\n')}${end < 0 ? '\n' : document.slice(at)}`;
}

/** A row of the history for each result. */
export function rowsOf(
  results: BenchResult[],
  place: { date: string; commit: string; machine: string },
): string[] {
  return results.map(({ name, ratio, costs }) => {
    const figures = costs
      ? [
          costs.cpu_ratio === notAvailable ? notAvailable : costs.cpu_ratio.toFixed(2),
          costs.value.commits.toFixed(2),
          costs.value.log_syncs?.toFixed(2) ?? 'not counted',
          costs.value.statements.toFixed(2),
          Object.values(costs.value.store_requests)
            .reduce((sum, number) => sum + number, 0)
            .toFixed(2),
        ]
      : ['', '', '', '', ''];
    return `| ${[place.date, place.commit, place.machine, `\`${name}\``, ratio.toFixed(2), ...figures].join(' | ')} |`;
  });
}

/** Which sources were measured, and on what. */
export function placeOf(now: Date, folder: string): { date: string; commit: string; machine: string } {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' and changes';
  const memory = Math.round(totalmem() / 2 ** 30);
  return {
    date: now.toISOString().slice(0, 10),
    commit: `${git('rev-parse', '--short', 'HEAD')}${changed}`,
    machine: `${cpus().length} × ${(cpus()[0]?.model ?? 'unknown').replaceAll('|', ' ').trim()}, ${memory} GiB`,
  };
}
