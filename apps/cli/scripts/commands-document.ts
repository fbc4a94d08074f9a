import { readFileSync, writeFileSync } from 'node:fs';
import { describeCommands } from '../src/program/describe-commands.ts';

/** `npm run generate -- commands` writes docs/commands.md; with `--check` it compares the file with the commands. */
const place = new URL('../../../docs/commands.md', import.meta.url);
const text = describeCommands();
if (!process.argv.includes('--check')) {
  writeFileSync(place, text);
} else if (readFileSync(place, 'utf8') !== text) {
  console.error('docs/commands.md differs from the commands: npm run generate -- commands');
  process.exitCode = 1;
} else {
  console.log('docs/commands.md agrees with the commands');
}
