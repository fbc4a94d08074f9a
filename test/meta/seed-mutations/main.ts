import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCoverage } from '../specs/read-repository.ts';
import { rowsOf } from '../specs/seed-coverage.ts';
import { breaks, type PatchedRow, patchedRows } from './planted-patches.ts';
import { type Outcome, runTests } from './run-tests.ts';
import { root, SourceCopy } from './source-copy.ts';

/**
 * `npm run prove:scenarios`: for every row of `openspec/seed-coverage.md`, that the test it names can fail. In a copy of
 * the sources the test runs once as they are and has to be green, and once with the row's patch, which breaks the rule
 * that the test is about, and has to be red. `-- --row 5.1` does one row, `--row 5.1 --row 5.2b` several.
 */
const { values } = parseArgs({ options: { row: { type: 'string', multiple: true } } });
const { suites, table } = await readCoverage();
const all = patchedRows(rowsOf(table));
const unknown = (values.row ?? []).filter((id) => !all.some((row) => row.id === id));
if (unknown.length > 0) throw new Error(`there is no row ${unknown.join(', ')}`);
const rows = values.row ? all.filter(({ id }) => values.row?.includes(id)) : all;

const notInCi = rows.find(({ suite }) => suites.every(({ command }) => command !== suite));
if (notInCi) throw new Error(`CI runs no "${notInCi.suite}"`);
const copy = await SourceCopy.make();
const failures: string[] = [];
try {
  const asTheyAre = await runUnpatched();
  for (const row of rows) {
    const started = Date.now();
    const text = await readFile(join(root, row.patch), 'utf8');
    const before = asTheyAre.get(`${row.test} ${row.name}`) ?? 'not_run';
    const { outcome, why, said } = await runPatched(row);
    const isProved = before === 'green' && outcome === 'red';
    if (!isProved) failures.push(row.id);
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(
      `${row.id}: ${isProved ? 'proved' : 'NOT PROVED'} (${before}, then ${outcome}, ${seconds} s). ${breaks(text)}`,
    );
    if (outcome === 'red') console.log(`  ${why.slice(0, 160)}`);
    if (outcome === 'not_run') console.log(said.slice(-3_000));
  }
} finally {
  await copy.remove();
}

const scenarios = new Set(rows.map(({ number }) => number));
const proved = [...scenarios].filter(
  (number) => !rows.some((row) => row.number === number && failures.includes(row.id)),
);
console.log(
  `${proved.length} of ${scenarios.size} scenarios, ${rows.length - failures.length} of ${rows.length} rows`,
);
if (failures.length > 0) process.exitCode = 1;

/** Each file once, with all its tests that a row names. */
async function runUnpatched(): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const file of new Set(rows.map(({ test }) => test))) {
    const named = rows.filter(({ test }) => test === file);
    const titles = [...new Set(named.map(({ name }) => name))];
    const run = await runTests(copy.folder, file, titles);
    for (const [title, outcome] of run.outcomes) {
      outcomes.set(`${file} ${title}`, outcome);
      if (outcome !== 'green')
        console.log(`${file}: ${title}: ${outcome} as it is\n${run.said.slice(-3_000)}`);
    }
  }
  return outcomes;
}

async function runPatched(row: PatchedRow): Promise<{ outcome: Outcome; why: string; said: string }> {
  const patch = join(root, row.patch);
  copy.apply(patch);
  try {
    const { outcomes, why, said } = await runTests(copy.folder, row.test, [row.name]);
    return { outcome: outcomes.get(row.name) ?? 'not_run', why, said };
  } finally {
    copy.takeBack(patch);
  }
}
