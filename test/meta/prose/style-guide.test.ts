import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkFile } from './check-files.ts';
import { words } from './rules.ts';

const guide = readFileSync(new URL('../../../docs/style.md', import.meta.url), 'utf8');

/** Returns the cells of the table below a heading, without its header. */
function tableBelow(heading: string): string[][] {
  const [, part = ''] = guide.split(`\n## ${heading}\n`);
  const [section = ''] = part.split('\n## ');
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => row.slice(2, -2).split(' | '));
}

test('has the word table of the rules', () => {
  expect(tableBelow('Words')).toEqual(
    words.map(({ insteadOf, write, match }) => [insteadOf, write, match ? 'yes' : 'no']),
  );
});

test('shows improved texts that keep the rules', () => {
  const examples = tableBelow('Before and after').map(([, after = '']) => after);
  expect(examples.length).toBeGreaterThan(5);
  expect(examples.flatMap((after) => checkFile('a.ts', `// ${after}\n`))).toEqual([]);
});

test('keeps its own rules', () => {
  expect(checkFile('docs/style.md', guide)).toEqual([]);
});
