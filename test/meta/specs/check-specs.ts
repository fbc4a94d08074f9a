import { readdirSync, readFileSync } from 'node:fs';
import { mutationProblems } from '../seed-mutations/mutated-rows.ts';
import { seedMutations } from '../seed-mutations/seed-mutations.ts';
import { readSources } from '../source-mutations/read-sources.ts';
import { findProblems } from './find-problems.ts';
import { readCoverage, repositoryFile } from './read-repository.ts';
import { coverageProblems, toRows } from './seed-coverage.ts';

/**
 * `npm run check -- specs`: every scenario in `openspec/specs` is the title of a test that CI runs. Every row of
 * `openspec/seed-coverage.md` names an existing test and has a mutation that fits the sources.
 */
const specs = new Map(
  readdirSync(repositoryFile('openspec/specs/'))
    .sort()
    .map((capability) => [
      capability,
      readFileSync(repositoryFile(`openspec/specs/${capability}/spec.md`), 'utf8'),
    ]),
);
const { titlesByFile, suites, table } = await readCoverage();
const inCi = [...titlesByFile].filter(([file]) => suites.some(({ has }) => has(file)));
const titles = new Set(inCi.flatMap(([, ofFile]) => ofFile));

const { problems, untested, scenarios } = findProblems(specs, titles);
for (const { capability, line, text } of problems)
  console.error(`${capability}${line === undefined ? '' : `:${line}`}: ${text}`);
if (untested.length > 0)
  console.error('\nScenarios without a test of exactly this name in a suite that CI runs:');
for (const { capability, name } of untested) console.error(`  ${capability}: ${name}`);
const uncovered = coverageProblems(table, { specs, collectTitles: (file) => titlesByFile.get(file), suites });
for (const problem of uncovered) console.error(`seed-coverage.md: ${problem}`);
const unproved = mutationProblems(toRows(table), seedMutations, readSources());
for (const problem of unproved) console.error(problem);
const others = problems.length + uncovered.length + unproved.length;
if (others + untested.length > 0) {
  console.error(`\n${others} problems, ${untested.length} of ${scenarios} scenarios without a test`);
  process.exitCode = 1;
} else {
  console.log(`${scenarios} scenarios in ${specs.size} specs, each with its test`);
}
