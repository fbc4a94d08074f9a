import { createSpecifierCache } from '../../../infra/imports/cached-specifiers.ts';
import { readImportGraph } from '../../../infra/imports/import-graph.ts';
import { readWorkspaces } from '../../../infra/imports/resolve-specifier.ts';
import { collectSpecifiers } from '../../../infra/imports/specifiers.ts';
import { findViolations } from './find-violations.ts';
import { folderKnots } from './folder-knots.ts';
import { importRules } from './import-rules.ts';
import { undeclaredImports } from './undeclared-imports.ts';

/**
 * `npm run check -- imports`: imports run one way and are declared. Checks the rules for files, the dependencies in
 * manifests and cycles of folders, in the working directory. Arguments are the folders to read.
 */
const folders = process.argv.length > 2 ? process.argv.slice(2) : ['apps', 'packages'];
const root = process.cwd();
const workspaces = readWorkspaces(root);
const cache = createSpecifierCache(root);
const graph = readImportGraph(root, folders, workspaces, (file, source) =>
  cache.read(file, source, () => collectSpecifiers(source)),
);
cache.save();

const problems = findViolations(graph, importRules).map(({ rule, from, to }) =>
  [`${rule}: ${from}`, ...to].join(' → '),
);
for (const { from, packageName } of undeclaredImports(graph, workspaces))
  problems.push(`undeclared-imports: ${from} → ${packageName}, which its package.json does not declare`);
const source = /^(packages|apps)\/[^/]+\/src\//;
const imports = [...graph]
  .filter(([file]) => source.test(file) && !/\.test\.tsx?$/.test(file))
  .flatMap(([from, targets]) => targets.map((to) => ({ from, to })))
  .filter(({ to }) => source.test(to));
for (const { folders: knot, imports: round } of folderKnots(imports))
  problems.push(
    [`no-knots-of-folders: ${knot.join(', ')}`, ...round.map(({ from, to }) => `  ${from} → ${to}`)].join(
      '\n',
    ),
  );

for (const problem of problems) console.error(problem);
const targets = [...graph.values()].flat();
const counted = `${new Set([...graph.keys(), ...targets]).size} files, ${targets.length} imports`;
console.log(problems.length === 0 ? `${counted}, all one way` : `${counted}, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
