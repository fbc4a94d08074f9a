import { expect, test } from 'vitest';
import { checks } from '../../../infra/checks/checks.ts';
import { computeFingerprint } from '../../../infra/checks/fingerprint.ts';
import { reachableFiles } from '../../../infra/imports/reachable-files.ts';

const check = { name: 'a', command: ['tsx', 'check.ts'], cost: 1, memory: 1, inputs: ['docs/', /\.css$/] };
const program = new Set(['check.ts', 'helper.ts']);
const files = new Map(
  ['check.ts', 'helper.ts', 'docs/a.md', 'b.css', 'other.md', 'apps/a/package.json'].map((file) => [
    file,
    '1',
  ]),
);
const surroundings = { files, versions: '1', history: '1' };
const first = computeFingerprint(check, program, surroundings);
const after = (file: string, contents: string, changed = check) =>
  computeFingerprint(changed, program, { ...surroundings, files: new Map([...files, [file, contents]]) });

test('a fingerprint changes with the program and the inputs of its check', () => {
  for (const file of ['check.ts', 'helper.ts', 'docs/a.md', 'docs/new.md', 'b.css', 'apps/a/package.json'])
    expect([file, after(file, '2')]).not.toEqual([file, first]);
  expect(after('other.md', '2')).toBe(first);
  expect(after('new.md', '1')).toBe(first);
});

test('a fingerprint changes with versions and the definition of its check', () => {
  expect(computeFingerprint(check, program, { ...surroundings, versions: '2' })).not.toBe(first);
  expect(
    computeFingerprint({ ...check, command: ['tsx', 'check.ts', '-v'] }, program, surroundings),
  ).not.toBe(first);
  expect(computeFingerprint({ ...check, environment: { A: '1' } }, program, surroundings)).not.toBe(first);
});

test('names and commits count for the checks that read them', () => {
  const reading = { ...check, readsNames: true, readsHistory: true };
  const read = computeFingerprint(reading, program, surroundings);
  expect(after('new.md', '1', reading)).not.toBe(read);
  expect(after('other.md', '2', reading)).toBe(read);
  expect(computeFingerprint(reading, program, { ...surroundings, history: '2' })).not.toBe(read);
  expect(computeFingerprint(check, program, { ...surroundings, history: '2' })).toBe(first);
});

test('a program consists of all files that it reaches', () => {
  const imports: Record<string, string[]> = { a: ['b'], b: ['c', 'a'], c: [], d: ['a'] };
  expect([...reachableFiles('a', (file) => imports[file] ?? [])]).toEqual(['a', 'b', 'c']);
});

test('checks have different names', () => {
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
});
