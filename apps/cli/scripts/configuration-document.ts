import { readFileSync, writeFileSync } from 'node:fs';
import { describeConfiguration } from '../src/home/configuration/describe-configuration.ts';

/** `npm run generate -- configuration` writes docs/configuration.md; with `--check` it reports if the file is out of date. */
const place = new URL('../../../docs/configuration.md', import.meta.url);
const text = describeConfiguration();
if (!process.argv.includes('--check')) {
  writeFileSync(place, text);
} else if (readFileSync(place, 'utf8') !== text) {
  console.error('docs/configuration.md is not what the settings say: npm run generate -- configuration');
  process.exitCode = 1;
} else {
  console.log('docs/configuration.md says what the settings say');
}
