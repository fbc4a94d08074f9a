import { parseArgs } from 'node:util';
import { changeSources } from '../source-mutations/change-sources.ts';
import { readSources } from '../source-mutations/read-sources.ts';
import { readCoverage } from '../specs/read-repository.ts';
import { toRows } from '../specs/seed-coverage.ts';
import { type MutatedRow, mutatedRows } from './mutated-rows.ts';
import { type Outcome, runTests } from './run-tests.ts';
import { seedMutations } from './seed-mutations.ts';
import { SourceCopy } from './source-copy.ts';

/**
 * `npm run prove:scenarios`: proves that the test of each row of `openspec/seed-coverage.md` can fail. In a copy of the
 * sources the test must pass as they are, and must fail with the row's mutation, which breaks the rule that the test
 * is about. `-- --row 5.1` proves one row, `--row 5.1 --row 5.2b` several.
 */
const { values } = parseArgs({ options: { row: { type: 'string', multiple: true } } });
const { suites, table } = await readCoverage();
const all = mutatedRows(toRows(table));
const unknown = (values.row ?? []).filter((id) => !all.some((row) => row.id === id));
if (unknown.length > 0) throw new Error(`openspec/seed-coverage.md has no row ${unknown.join(', ')}`);
const rows = values.row ? all.filter(({ id }) => values.row?.includes(id)) : all;

const notInCi = rows.find(({ suite }) => suites.every(({ command }) => command !== suite));
if (notInCi) throw new Error(`CI runs no "${notInCi.suite}"`);
const sources = readSources();
const copy = await SourceCopy.make();
const failures: string[] = [];
try {
  const unchanged = await runUnchanged();
  for (const row of rows) {
    const started = Date.now();
    const before = unchanged.get(`${row.test} ${row.name}`) ?? 'not_run';
    const { outcome, why, said } = await runMutated(row);
    const isProved = before === 'green' && outcome === 'red';
    if (!isProved) failures.push(row.id);
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(
      `${row.id}: ${isProved ? 'proved' : 'NOT PROVED'} (${before}, then ${outcome}, ${seconds} s). ${seedMutations[row.id]?.breaks}`,
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

/** Runs each test file once, with all of its tests that rows name. */
async function runUnchanged(): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const file of new Set(rows.map(({ test }) => test))) {
    const named = rows.filter(({ test }) => test === file);
    const titles = [...new Set(named.map(({ name }) => name))];
    const run = await runTests(copy.folder, file, titles);
    for (const [title, outcome] of run.outcomes) {
      outcomes.set(`${file} ${title}`, outcome);
      if (outcome !== 'green')
        console.log(`${file}: ${title}: ${outcome} without a mutation\n${run.said.slice(-3_000)}`);
    }
  }
  return outcomes;
}

async function runMutated(row: MutatedRow): Promise<{ outcome: Outcome; why: string; said: string }> {
  const mutation = seedMutations[row.id];
  if (!mutation) throw new Error(`row ${row.id} has no mutation`);
  const texts = changeSources(sources, mutation.changes);
  await copy.change(texts);
  try {
    const { outcomes, why, said } = await runTests(copy.folder, row.test, [row.name]);
    return { outcome: outcomes.get(row.name) ?? 'not_run', why, said };
  } finally {
    await copy.restore(texts.keys());
  }
}
