import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProgram } from '../../../apps/cli/src/program/create-program.ts';
import { brokenCommands } from './check-commands.ts';
import { brokenLinks } from './check-links.ts';
import { misplacedVariables, variablesIn } from './check-variables.ts';
import { commandHelp } from './command-help.ts';
import { readDocument } from './read-document.ts';
import { readPageTexts } from './read-page-texts.ts';

/**
 * `npm run check -- documents`: every link in a Markdown file resolves. Every command that a document or a text of the web UI names
 * exists. Every environment variable has one reference page.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const listed = (pattern: string) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', pattern], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));
const files = listed('*.md').filter((file) => !/\/oss\/tasks\//.test(file));
const pageTexts = listed('apps/console/src/i18n/*.json');
const documents = new Map(files.map((file) => [file, readDocument(readFileSync(join(root, file), 'utf8'))]));
const has = (path: string) => existsSync(join(root, path));
/** Returns the script names of the root or of a package next to its document, which may be outside the workspaces. */
function collectScripts(folder: string): string[] {
  const file = join(root, folder, 'package.json');
  if (!existsSync(file)) return [];
  const { scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: object };
  return Object.keys(scripts);
}

const program = createProgram('');
const help = (words: string[]) => commandHelp(program, words);

const problems = files.flatMap((file) => brokenLinks(file, { documents, has }));
for (const [file, document] of documents) {
  const scripts = new Set([...collectScripts('.'), ...collectScripts(dirname(file))]);
  problems.push(...brokenCommands(file, document, { scripts, has, help }));
}
for (const file of pageTexts) {
  const texts = readPageTexts(readFileSync(join(root, file), 'utf8'));
  problems.push(
    ...brokenCommands(file, texts.commands, { scripts: new Set(collectScripts('.')), has, help }),
  );
  for (const { line, text } of texts.files)
    if (!has(text)) problems.push(`${file}:${line}: there is no ${text}`);
}
const reference = 'docs/configuration.md';
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const programs = ['apps/*.ts', 'packages/*.ts', 'clients/*.py', 'infra/*', 'docker-compose.yml']
  .flatMap(listed)
  .filter((file) => !/\.test\.ts$|\/testing?\//.test(file));
problems.push(
  ...misplacedVariables(
    new Set(programs.flatMap((file) => [...variablesIn(read(file))])),
    { file: reference, text: read(reference) },
    new Map(files.filter((file) => file !== reference).map((file) => [file, read(file)])),
  ),
);
for (const problem of problems) console.error(problem);
const links = [...documents.values()].reduce((sum, { links: { length } }) => sum + length, 0);
console.log(
  `${links} links and the commands of ${files.length} documents and ${pageTexts.length} files of page texts: ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
