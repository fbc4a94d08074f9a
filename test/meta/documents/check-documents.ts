import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brokenCommands } from './check-commands.ts';
import { brokenLinks } from './check-links.ts';
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

const asked = new Map<string, Promise<string | undefined>>();
/** One process a command, however often it is named. */
function help(words: string[]): Promise<string | undefined> {
  const name = words.join(' ');
  const program = ['--import', 'tsx', join(root, 'apps/cli/src/main.ts'), ...words, '--help'];
  const answer =
    asked.get(name) ??
    new Promise<string | undefined>((resolve) => {
      execFile(process.execPath, program, { cwd: root }, (error, stdout) => {
        // Commander answers with the help of the group where it knows only that.
        const isThere = !error && (words.length === 0 || stdout.startsWith(`Usage: agent-home ${name}`));
        resolve(isThere ? stdout : undefined);
      });
    });
  asked.set(name, answer);
  return answer;
}

const problems = files.flatMap((file) => brokenLinks(file, { documents, has }));
for (const [file, document] of documents) {
  const scripts = new Set([...scriptsOf('.'), ...scriptsOf(dirname(file))]);
  problems.push(...(await brokenCommands(file, document, { scripts, has, help })));
}
for (const problem of problems) console.error(problem);
const links = [...documents.values()].reduce((sum, { links: { length } }) => sum + length, 0);
console.log(`${links} links and the commands of ${files.length} documents: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
