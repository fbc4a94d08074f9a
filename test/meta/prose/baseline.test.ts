import { expect, test } from 'vitest';
import { compareCounts, formatBaseline, refusedChanges } from './baseline.ts';
import { parseDiff } from './changed-lines.ts';
import type { Violation } from './check-files.ts';
import { getPackage } from './files.ts';
import { reportProblems } from './report.ts';

function violation(line: number, rest: Partial<Violation> = {}): Violation {
  const place = { file: 'packages/sdk/src/a.ts', packageName: 'packages/sdk', column: 4 };
  return { ...place, line, rule: 'opener', message: 'comment begins with "What"', ...rest };
}

const isUncounted = (file: string) => file === 'CHANGELOG.md';
const none = new Map();

test('accepts as many violations as the baseline has', () => {
  const baseline = { 'packages/sdk': { opener: 2 } };
  const violations = [violation(1), violation(2)];
  expect(reportProblems({ violations, baseline, changes: none, isUncounted })).toEqual([]);
});

test('reports more violations than the baseline has, with their places', () => {
  const baseline = { 'packages/sdk': { opener: 1 } };
  const violations = [violation(1), violation(2)];
  expect(reportProblems({ violations, baseline, changes: none, isUncounted })).toEqual([
    'packages/sdk: 2 violations of rule opener, the baseline allows 1',
    '  packages/sdk/src/a.ts:1:4 opener: comment begins with "What"',
    '  packages/sdk/src/a.ts:2:4 opener: comment begins with "What"',
  ]);
});

test('reports fewer violations until the baseline is lowered', () => {
  const baseline = { 'packages/sdk': { opener: 2 } };
  expect(reportProblems({ violations: [violation(1)], baseline, changes: none, isUncounted })).toEqual([
    'Fewer violations than the baseline: packages/sdk opener 2 → 1.',
    'Run `npm run generate -- prose` and commit test/meta/prose/baseline.json with this change.',
  ]);
});

test('reports a violation on a changed line that the baseline has room for', () => {
  const changes = new Map([['packages/sdk/src/a.ts', new Set([2])]]);
  const baseline = { 'packages/sdk': { opener: 2 } };
  expect(
    reportProblems({ violations: [violation(1), violation(2)], baseline, changes, isUncounted }),
  ).toEqual(['packages/sdk/src/a.ts:2:4 opener: comment begins with "What" (new or changed line)']);
});

test('checks only new lines of the changelog', () => {
  const changes = new Map([['CHANGELOG.md', new Set([2])]]);
  const inChangelog = { file: 'CHANGELOG.md', packageName: 'root' };
  const violations = [violation(1, inChangelog), violation(2, inChangelog)];
  expect(reportProblems({ violations, baseline: {}, changes, isUncounted })).toEqual([
    'CHANGELOG.md:2:4 opener: comment begins with "What" (new or changed line)',
  ]);
});

test('refuses to raise the baseline, except where files moved', () => {
  const baseline = { 'packages/sdk': { opener: 2, word: 1 } };
  expect(refusedChanges({ 'packages/sdk': { opener: 1 } }, baseline)).toEqual([]);
  expect(refusedChanges({ 'packages/sdk': { opener: 1, word: 1 }, docs: { opener: 1 } }, baseline)).toEqual(
    [],
  );
  expect(refusedChanges({ 'packages/sdk': { opener: 2, word: 0 }, docs: { opener: 1 } }, baseline)).toEqual([
    { packageName: 'docs', rule: 'opener', count: 1, allowed: 0 },
  ]);
});

test('sorts the baseline by package and rule', () => {
  const text = formatBaseline({ test: { word: 1, opener: 2 }, docs: { title: 3 } });
  expect(text.match(/\w+(?=":)/g)).toEqual(['docs', 'title', 'test', 'opener', 'word']);
  expect(compareCounts(JSON.parse(text), { docs: { title: 3 }, test: { opener: 2, word: 1 } })).toEqual([]);
});

test('reads changed lines from a diff', () => {
  const diff = [
    'diff --git a.ts b.ts',
    '--- a.ts',
    '+++ b.ts',
    '@@ -1,0 +2,2 @@ function one() {',
    '+// one',
    '+++ b/not-a-file.ts',
    '@@ -9 +10 @@',
    '-old',
    '+new',
    '--- a.sql',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '--- gone',
  ].join('\n');
  expect(parseDiff(diff)).toEqual(
    new Map([
      ['b.ts', new Set([2, 3, 10])],
      ['/dev/null', new Set()],
    ]),
  );
});

test.each([
  ['packages/sdk/src/a.ts', 'packages/sdk'],
  ['apps/cli/README.md', 'apps/cli'],
  ['test/meta/prose/a.ts', 'test/meta'],
  ['test/README.md', 'test'],
  ['clients/python/src/a.py', 'clients/python'],
  ['openspec/specs/a2a/spec.md', 'openspec'],
  ['.github/a.md', 'root'],
  ['README.md', 'root'],
])('counts %s in %s', (file, packageName) => {
  expect(getPackage(file)).toBe(packageName);
});
