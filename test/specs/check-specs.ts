import { readdirSync, readFileSync } from 'node:fs';
import { findProblems } from './find-problems.ts';
import { titlesIn } from './test-titles.ts';

/** `npm run check:specs`: every scenario in `openspec/specs` is the title of a test that runs. */
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

const titles = new Set(
  sourceFolders
    .flatMap(filesOf)
    .map(read)
    .filter((text) => text.includes('vitest'))
    .flatMap(titlesIn),
);
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
if (problems.length + untested.length > 0) {
  console.error(`\n${problems.length} problems, ${untested.length} of ${scenarios} scenarios without a test`);
  process.exitCode = 1;
} else {
  console.log(`${scenarios} scenarios in ${specs.size} specs, each with its test`);
}
