import { expect, test } from 'vitest';
import { countColumns, wrapLine } from './wrap-line.ts';

test('a report is broken between words on a narrow terminal', () => {
  expect(wrapLine('✔ answered: 2 rounds, 0 tool calls, 327 tokens in', 40)).toEqual([
    '✔ answered: 2 rounds, 0 tool calls, 327',
    '  tokens in',
  ]);
  expect(wrapLine('  /compact        replace what the agent remembers by its summary', 40)).toEqual([
    '  /compact        replace what the agent',
    '    remembers by its summary',
  ]);
  // A word that does not fit stays whole.
  expect(wrapLine(`see ${'x'.repeat(50)} there`, 40)).toEqual(['see', `  ${'x'.repeat(50)}`, '  there']);
  expect(wrapLine('short', 40)).toEqual(['short']);
  const styled = `\u001b[32m✔\u001b[39m ${'世界 '.repeat(12)}`.trimEnd();
  const lines = wrapLine(styled, 40);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.every((line) => countColumns(line) <= 40)).toBe(true);
  expect(lines.join(' ').replaceAll(/ +/g, ' ')).toBe(styled);
});
