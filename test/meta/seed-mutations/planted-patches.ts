import type { CoverageRow } from '../specs/seed-coverage.ts';

/** A row of the coverage table that names a test, and the patch that breaks what the test is about. */
export interface PatchedRow extends CoverageRow {
  /** `5.1`; `5.1b` for the second row of a scenario. */
  id: string;
  /** From the root of the repository. */
  patch: string;
}

export const patchFolder = 'test/meta/seed-mutations';

/** Each row of a scenario with its patch: one a row. */
export function patchedRows(rows: readonly CoverageRow[]): PatchedRow[] {
  const scenarios = rows.filter(({ number }) => number.includes('.'));
  return scenarios.map((row, index) => {
    const before = scenarios.slice(0, index).filter(({ number }) => number === row.number).length;
    const id = `${row.number}${before === 0 ? '' : String.fromCharCode('a'.charCodeAt(0) + before)}`;
    return { ...row, id, patch: `${patchFolder}/${id}.patch` };
  });
}

/** What a patch breaks, by its first line. */
export function breaks(patch: string): string | undefined {
  return /^Breaks: (\S.*)$/m.exec(patch.split('\n')[0] ?? '')?.[1];
}

/** Sources and published examples: what a rule stands in, and never a test of it. */
const breakable =
  /^(packages\/[^/]+\/src|apps\/[^/]+\/src|examples\/oss|openspec\/changes\/[^/]+\/examples)\//;
const isTest = /\.test\.tsx?$|\/testing\/|\/vendor-cases\/|\/least-privilege\//;

/**
 * What is wrong with the patches: a row without one, one without a row, one that does not say what it breaks, changes
 * something else than sources, or does not apply to them any more. `patches` are their texts by path; `applies` asks
 * whether one can be applied.
 */
export function patchProblems(
  rows: readonly CoverageRow[],
  patches: ReadonlyMap<string, string>,
  applies: (path: string) => boolean,
): string[] {
  const wanted = patchedRows(rows).map(({ patch }) => patch);
  const missing = wanted.filter((path) => !patches.has(path)).map((path) => `${path} is not there`);
  const found = [...patches].flatMap(([path, text]) => {
    if (!wanted.includes(path)) return [`${path} belongs to no row of the table`];
    const changed = [...text.matchAll(/^\+\+\+ b\/(\S+)/gm)].map(([, file = '']) => file);
    const foreign = changed.filter((file) => !breakable.test(file) || isTest.test(file));
    return [
      ...(breaks(text) === undefined ? [`${path} does not begin with "Breaks: …"`] : []),
      ...(changed.length === 0 ? [`${path} changes nothing`] : []),
      ...foreign.map((file) => `${path} changes ${file}, which is no source`),
      ...(applies(path)
        ? []
        : [`${path} does not apply any more: write it anew for the sources as they are`]),
    ];
  });
  return [...missing, ...found];
}
