import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPathLiterals } from './find-path-literals.ts';

/** `npm run check -- paths` reports API paths in sources outside the HTTP contract. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const contract = 'packages/http-contract';
const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => /\.tsx?$/.test(file) && !isTest(file));
}

const sources = ['packages', 'apps'].flatMap((kind) =>
  readdirSync(join(root, kind)).map((name) => `${kind}/${name}`),
);
const files = sources.filter((folder) => folder !== contract).flatMap((folder) => filesIn(`${folder}/src`));
const problems = files.flatMap((file) =>
  findPathLiterals(file, readFileSync(join(root, file), 'utf8')).map(
    ({ line, text }) => `${file}:${line}: ${JSON.stringify(text)} is a path of the API`,
  ),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0)
  console.error('Take the path from an endpoint of packages/http-contract, with pathTo or requestTo.');
console.log(`Paths of the API in ${files.length} files outside the contract: ${problems.length}`);
process.exitCode = problems.length === 0 ? 0 : 1;
