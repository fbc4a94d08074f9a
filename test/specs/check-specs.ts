import { readdirSync, readFileSync } from 'node:fs';
import { findProblems } from './find-problems.ts';
import { coverageProblems } from './seed-coverage.ts';
import { titlesIn } from './test-titles.ts';

/**
 * `npm run check:specs`: every scenario in `openspec/specs` is the title of a test that runs, and the table of what the
 * registry began with names what is there.
 */
const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const list = (folder: string) => readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' });

const sourceFolders = [
  ...readdirSync(new URL('packages/', root)).map((name) => `packages/${name}/src/`),
  ...readdirSync(new URL('apps/', root)).map((name) => `apps/${name}/src/`),
  'test/',
];

function filesOf(folder: string): string[] {
  try {
    return list(folder)
      .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
      .map((file) => `${folder}${file}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const titlesByFile = new Map(
  sourceFolders.flatMap(filesOf).flatMap((file) => {
    const text = read(file);
    return text.includes('vitest') ? [[file, titlesIn(text)] as const] : [];
  }),
);
const titles = new Set([...titlesByFile.values()].flat());
const specs = new Map(
  readdirSync(new URL('openspec/specs/', root))
    .sort()
    .map((capability) => [capability, read(`openspec/specs/${capability}/spec.md`)]),
);

const { problems, untested, scenarios } = findProblems(specs, titles);
for (const { capability, line, text } of problems)
  console.error(`${capability}${line === undefined ? '' : `:${line}`}: ${text}`);
if (untested.length > 0) console.error('\nScenarios without a test of exactly this name:');
for (const { capability, name } of untested) console.error(`  ${capability}: ${name}`);
const uncovered = coverageProblems(read('openspec/seed-coverage.md'), specs, (file) =>
  titlesByFile.get(file),
);
for (const problem of uncovered) console.error(`seed-coverage.md: ${problem}`);
if (problems.length + untested.length + uncovered.length > 0) {
  console.error(
    `\n${problems.length + uncovered.length} problems, ${untested.length} of ${scenarios} scenarios without a test`,
  );
  process.exitCode = 1;
} else {
  console.log(`${scenarios} scenarios in ${specs.size} specs, each with its test`);
}
