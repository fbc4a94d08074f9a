import { describe, expect, it } from 'vitest';
import { coverageProblems, seedScenarios } from './seed-coverage.ts';
import type { Suite } from './suites.ts';

const spec = `# Doors Specification

## Purpose
Says how the doors of the house open and close, and for whom they stay shut.

## Requirements

### Requirement: Doors
A door SHALL open.

#### Scenario: the key fits
- **WHEN** its key is turned
- **THEN** it opens
`;
const numbers = seedScenarios.flatMap((scenarios, index) => [
  `${index + 1}`,
  ...Array.from({ length: scenarios }, (_, scenario) => `${index + 1}.${scenario + 1}`),
]);
const toRow = (number: string) =>
  number.includes('.')
    ? `| ${number} | x | doors | the key fits | a.test.ts | npm test |`
    : `| ${number} | x | doors | Doors | | |`;
const full = ['| # | a | b | c | d | e |', '|---|---|---|---|---|---|', ...numbers.map(toRow)];
const suites: Suite[] = [
  { command: 'npm test', has: (file) => file === 'a.test.ts' },
  { command: 'npm test -- --project long', has: (file) => file === 'long.test.ts' },
];
const check = (rows: string[], titles: string[] = ['the key fits']) =>
  coverageProblems(rows.join('\n'), {
    specs: new Map([['doors', spec]]),
    collectTitles: (file) => (['a.test.ts', 'long.test.ts'].includes(file) ? titles : undefined),
    suites,
  });

describe('the table of what the registry began with', () => {
  it('has 19 requirements and 41 scenarios', () => {
    expect(seedScenarios).toHaveLength(19);
    expect(seedScenarios.reduce<number>((sum, scenarios) => sum + scenarios, 0)).toBe(41);
  });

  it('is whole where each has its row, also two', () => {
    expect(check(full)).toEqual([]);
    expect(check([...full, toRow('7.2')])).toEqual([]);
  });

  it('misses every row that is taken out', () => {
    for (const number of numbers)
      expect(check(full.filter((row) => row !== toRow(number)))).toEqual([`${number}: is not in the table`]);
  });

  it.each([
    ['| 20 | x | doors | Doors | | |', '20: the seed has none'],
    ['| 3.1 | x | doors | the key fits | a.test.ts | npm test |', '3.1: the seed has none'],
    ['| 1 | x | gates | Doors | | |', '1: there is no spec gates'],
    ['| 1 | x | doors | Gates | | |', '1: doors has no requirement "Gates"'],
    ['| 1.1 | x | doors | it fits | a.test.ts | npm test |', '1.1: doors has no scenario "it fits"'],
    ['| 1.1 | x | doors | the key fits | b.test.ts | npm test |', '1.1: there is no b.test.ts'],
    ['| 1.1 | x | doors | the key fits | a.test.ts | |', '1.1: CI runs no ""'],
    [
      '| 1.1 | x | doors | the key fits | a.test.ts | npm test -- --project oss |',
      '1.1: CI runs no "npm test -- --project oss"',
    ],
    [
      '| 1.1 | x | doors | the key fits | long.test.ts | npm test |',
      '1.1: npm test does not run long.test.ts',
    ],
  ])('finds what is wrong with %s', (row, problem) => {
    expect(check([...full, row])).toContain(problem);
  });

  it('finds a scenario that only a longer suite tests', () => {
    const long = '| 7.2 | x | doors | the key fits | long.test.ts | npm test -- --project long |';
    expect(check([...full, long])).toEqual([]);
    const rows = full.map((row) => (row === toRow('7.2') ? long : row));
    expect(check(rows)).toEqual(['7.2: npm test has no test of it']);
  });

  it('finds a test that bears another name', () => {
    const problems = check(full, ['the key does not fit']);
    expect(problems).toContain('1.1: no test in a.test.ts is named "the key fits"');
    expect(problems).toHaveLength(41);
  });
});
