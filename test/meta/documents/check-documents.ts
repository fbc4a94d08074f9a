import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProgram } from '../../../apps/cli/src/program/create-program.ts';
import { brokenCommands } from './check-commands.ts';
import { brokenLinks } from './check-links.ts';
import { commandHelp } from './command-help.ts';
import { readDocument } from './read-document.ts';

/** `npm run check -- documents`: every link in every Markdown file leads somewhere, every command it names is there. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)) && !/\/oss\/tasks\//.test(file));
const documents = new Map(files.map((file) => [file, readDocument(readFileSync(join(root, file), 'utf8'))]));
const has = (path: string) => existsSync(join(root, path));
/** Of the root, and of a package that is outside the workspaces, beside its document. */
function scriptsOf(folder: string): string[] {
  const file = join(root, folder, 'package.json');
  if (!existsSync(file)) return [];
  const { scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: object };
  return Object.keys(scripts);
}

const program = createProgram('');
const help = (words: string[]) => commandHelp(program, words);

const problems = files.flatMap((file) => brokenLinks(file, { documents, has }));
for (const [file, document] of documents) {
  const scripts = new Set([...scriptsOf('.'), ...scriptsOf(dirname(file))]);
  problems.push(...brokenCommands(file, document, { scripts, has, help }));
}
for (const problem of problems) console.error(problem);
const links = [...documents.values()].reduce((sum, { links: { length } }) => sum + length, 0);
console.log(`${links} links and the commands of ${files.length} documents: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
