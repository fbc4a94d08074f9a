import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run check -- dependencies`: runs knip (`knip.ts`) on the whole tree for unused dependencies and files, and on the
 * sources that users install for imports that their own `package.json` does not declare.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const knip = join(root, 'node_modules/knip/bin/knip.js');
const runs = [
  ['--include', 'dependencies,unlisted,unresolved,binaries,files'],
  ['--strict', '--include', 'unlisted'],
];

const reports = await Promise.all(
  runs.map(
    (words) =>
      new Promise<{ isClean: boolean; text: string }>((resolve) => {
        execFile(process.execPath, [knip, '--no-config-hints', ...words], { cwd: root }, (error, out, err) =>
          resolve({ isClean: error === null, text: `${out}${err}`.trim() }),
        );
      }),
  ),
);
for (const { text } of reports) if (text !== '') console.error(text);
const isClean = reports.every((report) => report.isClean);
if (isClean) console.log('every dependency is declared and used, and every file is imported');
process.exitCode = isClean ? 0 : 1;
