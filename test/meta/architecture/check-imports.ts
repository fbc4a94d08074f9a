import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { folderKnots } from './folder-knots.ts';

/**
 * `npm run check -- imports`: imports run one way. The rules for files are in `.dependency-cruiser.cjs`; that no folders
 * need each other is looked at here, in the same graph, for the tool counts no folder against one inside of it. Folders to
 * look into may be named, from where one stands.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const options = await extractDepcruiseOptions(`${root}.dependency-cruiser.cjs`);
const folders = process.argv.length > 2 ? process.argv.slice(2) : ['apps', 'packages'];
const { output } = await cruise(folders, options, undefined, {
  tsConfig: extractTSConfig(`${root}tsconfig.json`),
});
if (typeof output === 'string') throw new Error('a report where the graph should be');

const problems = output.summary.violations.map(({ rule, from, to, cycle }) =>
  [`${rule.name}: ${from}`, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → '),
);
const source = /^(packages|apps)\/[^/]+\/src\//;
const imports = output.modules
  .filter(({ source: file }) => source.test(file) && !/\.test\.tsx?$/.test(file))
  .flatMap(({ source: from, dependencies }) => dependencies.map(({ resolved: to }) => ({ from, to })))
  .filter(({ to }) => source.test(to));
for (const { folders: knot, imports: round } of folderKnots(imports))
  problems.push(
    [`no-knots-of-folders: ${knot.join(', ')}`, ...round.map(({ from, to }) => `  ${from} → ${to}`)].join(
      '\n',
    ),
  );

for (const problem of problems) console.error(problem);
const counted = `${output.summary.totalCruised} files, ${output.summary.totalDependenciesCruised} imports`;
console.log(problems.length === 0 ? `${counted}, all one way` : `${counted}, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
