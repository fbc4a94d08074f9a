import { readFileSync, writeFileSync } from 'node:fs';
import { describeFrontMatter } from '../src/definition/markdown/describe-front-matter.ts';

/** `npm run generate -- front-matter` writes docs/agents/front-matter.md; `--check` compares it. */
const place = new URL('../../../docs/agents/front-matter.md', import.meta.url);
const text = describeFrontMatter();
if (!process.argv.includes('--check')) {
  writeFileSync(place, text);
} else if (readFileSync(place, 'utf8') !== text) {
  console.error('docs/agents/front-matter.md differs from the schema: npm run generate -- front-matter');
  process.exitCode = 1;
} else {
  console.log('docs/agents/front-matter.md is what the schema says');
}
