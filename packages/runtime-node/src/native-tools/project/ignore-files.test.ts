import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { IgnoreRules } from '../ignoring/ignore-rules.ts';
import { compileName } from '../ignoring/match-name.ts';
import { isIgnored } from './ignore-files.ts';

const names = ['a', 'b', 'ab', 'a.js', '.x', 'build', 'A', '[a]', '!a', '#a', 'a b', 'a '];
const paths = names.flatMap((first) => [
  first,
  ...['a', 'b.js', 'build', '[a]'].flatMap((second) => [
    `${first}/${second}`,
    ...['a', 'b.js'].map((third) => `${first}/${second}/${third}`),
  ]),
]);

/** Rules with every feature of the format. */
const files = [
  ['*.js', '!b.js', 'build/', '/a'],
  ['# comment', '', '  ', '\\#a', '\\!a', '!*', '[ab]', '[!a]b'],
  ['a/**/b.js', '**/build', 'build/**', '/**/a/a'],
  ['a/b', '!a/b/', 'b/*', '!b/a', 'ab/*/a'],
  ['[[]a]', 'a\\ ', 'a b  ', '?', '*/a', '**'],
  ['/*', '!/a', '/a/*', '!/a/b.js', '!/build/', '[a'],
  ['a*b*', '*a*/', '.*', '!.x', '**/a/**', 'a//b', '/', '!'],
  ['[a-z].js', '[^a-a]', '[]a]', '\\a', 'a**b', '***', 'a/**', '!a/a'],
];

/** Returns the paths that git ignores with these rules. */
function ignoredByGit(rules: Readonly<Record<string, readonly string[]>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-ignore-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (args: string[], input = '') =>
    execFileSync('git', args, { cwd: folder, input, stdio: ['pipe', 'pipe', 'ignore'], encoding: 'utf8' });
  git(['init', '-q']);
  for (const [place, lines] of Object.entries(rules)) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), lines.join('\n'));
  }
  for (const path of paths) mkdirSync(dirname(join(folder, path)), { recursive: true });
  try {
    const shown = git(
      ['-c', 'core.quotePath=false', 'check-ignore', '-z', '--no-index', '--stdin'],
      paths.join('\0'),
    );
    return shown
      .split('\0')
      .filter((path) => path !== '')
      .sort();
  } catch (error) {
    // Nothing is ignored.
    if ((error as { status?: unknown }).status === 1) return [];
    throw error;
  }
}

/** Returns the paths that a walk leaves out: a path below an ignored folder is not visited. */
function ignoredHere(rules: Readonly<Record<string, readonly string[]>>): string[] {
  const levels = Object.entries(rules).map(([place, lines]) => ({
    folder: place.split('/').slice(0, -1),
    rules: [new IgnoreRules(lines.join('\n'))],
  }));
  const isOut = (path: readonly string[], isFolder: boolean) => {
    const above = levels
      .filter(({ folder }) => folder.length < path.length && folder.every((name, at) => name === path[at]))
      .map(({ folder, rules }) => ({ depth: folder.length, rules }));
    return isIgnored(above, path, isFolder);
  };
  return paths
    .filter((path) => {
      const all = path.split('/');
      const isFolder = paths.some((other) => other.startsWith(`${path}/`));
      return all.some((_, at) => isOut(all.slice(0, at + 1), at < all.length - 1 || isFolder));
    })
    .sort();
}

it('rules ignore what git ignores', () => {
  for (const rules of files) {
    const one = { '.gitignore': rules };
    expect([rules, ignoredHere(one)]).toEqual([rules, ignoredByGit(one)]);
  }
  for (const [outer, inner] of [
    [['*.js'], ['!b.js', '/a']],
    [
      ['build/', '!a'],
      ['*', '!build'],
    ],
    [
      ['/a/b.js', '**/build'],
      ['!build/', '[ab]'],
    ],
  ] as const) {
    const both = { '.gitignore': outer, 'a/.gitignore': inner };
    expect([both, ignoredHere(both)]).toEqual([both, ignoredByGit(both)]);
  }
});

it('hostile rules take linear time', () => {
  const before = performance.now();
  const name = 'a'.repeat(255);
  for (const pattern of ['*a'.repeat(400), '*'.repeat(900), '[a-z]*'.repeat(150), '?*'.repeat(400)])
    compileName(`${pattern}b`)?.(name);
  const rules = new IgnoreRules(`${'**/a*/'.repeat(150)}b\n`.repeat(20));
  rules.decide(
    Array.from({ length: 40 }, () => 'a'),
    false,
  );
  expect(performance.now() - before).toBeLessThan(1_000);
});
