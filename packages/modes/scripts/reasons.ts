import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { reasonsPage } from '../src/reasons/reasons-page.ts';

/** Writes docs/reasons.md, or with `--check` says whether it is what the table of reasons says. */
const place = new URL('../../../docs/reasons.md', import.meta.url);
const wanted = reasonsPage();

if (process.argv.includes('--check')) {
  if ((await readFile(place, 'utf8').catch(() => undefined)) === wanted) {
    console.log('docs/reasons.md is current.');
  } else {
    console.error(
      'docs/reasons.md is not current.\nRun `npm run generate -- reasons` and commit the result.',
    );
    process.exitCode = 1;
  }
} else {
  await writeFile(place, wanted);
  console.log(`written to ${fileURLToPath(place)}`);
}
