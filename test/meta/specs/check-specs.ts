import { readdirSync, readFileSync } from 'node:fs';
import { patchFolder, patchProblems } from '../seed-mutations/planted-patches.ts';
import { appliesToSources } from '../seed-mutations/source-copy.ts';
import { findProblems } from './find-problems.ts';
import { readCoverage, repositoryFile } from './read-repository.ts';
import { coverageProblems, rowsOf } from './seed-coverage.ts';

/**
 * `npm run check -- specs`: every scenario in `openspec/specs` is the title of a test that a suite of CI's runs, and the
 * table of what the registry began with names what is there, each row of a scenario with a patch that breaks it.
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
const patches = new Map(
  readdirSync(repositoryFile(`${patchFolder}/`))
    .filter((file) => file.endsWith('.patch'))
    .map((file) => [
      `${patchFolder}/${file}`,
      readFileSync(repositoryFile(`${patchFolder}/${file}`), 'utf8'),
    ]),
);
const unpatched = patchProblems(rowsOf(table), patches, appliesToSources);
for (const problem of unpatched) console.error(problem);
const others = problems.length + uncovered.length + unpatched.length;
if (others + untested.length > 0) {
  console.error(`\n${others} problems, ${untested.length} of ${scenarios} scenarios without a test`);
  process.exitCode = 1;
} else {
  console.log(`${scenarios} scenarios in ${specs.size} specs, each with its test`);
}
