import { readdirSync, readFileSync } from 'node:fs';
import { findProblems } from './find-problems.ts';
import { readCoverage, repositoryFile } from './read-repository.ts';
import { coverageProblems } from './seed-coverage.ts';

/**
 * `npm run check:specs`: every scenario in `openspec/specs` is the title of a test that a suite of CI's runs, and the
 * table of what the registry began with names what is there.
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
const uncovered = coverageProblems(table, { specs, titlesOf: (file) => titlesByFile.get(file), suites });
for (const problem of uncovered) console.error(`seed-coverage.md: ${problem}`);
if (problems.length + untested.length + uncovered.length > 0) {
  console.error(
    `\n${problems.length + uncovered.length} problems, ${untested.length} of ${scenarios} scenarios without a test`,
  );
  process.exitCode = 1;
} else {
  console.log(`${scenarios} scenarios in ${specs.size} specs, each with its test`);
}
