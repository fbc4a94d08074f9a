import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Lockfile, lockfileProblems, lockfileSchema } from './lockfile.ts';

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
const { allowScripts } = z
  .looseObject({ allowScripts: z.record(z.string(), z.boolean()) })
  .parse(read('package.json'));
const allowed = new Set(Object.keys(allowScripts).filter((name) => allowScripts[name]));

describe('the lockfile', () => {
  it('names one registry, package hashes and allowed scripts only', () => {
    const lockfile = lockfileSchema.parse(read('package-lock.json'));
    expect(Object.keys(lockfile.packages).length).toBeGreaterThan(100);
    expect(lockfileProblems(lockfile, allowed)).toEqual([]);
  });

  it.each<[what: string, entry: Lockfile['packages'][string], problem: RegExp]>([
    ['another registry', { resolved: 'https://registry.example.com/x/-/x-1.0.0.tgz' }, /comes from/],
    ['a repository', { resolved: 'git+ssh://git@github.com/x/x.git#abc' }, /comes from/],
    ['a plain connection', { resolved: 'http://registry.npmjs.org/x/-/x-1.0.0.tgz' }, /comes from/],
    ['no content', { integrity: undefined }, /bound to no content/],
    ['a weak hash', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, /bound to no content/],
    ['a folder elsewhere', { link: true, resolved: '../elsewhere' }, /is a link/],
    ['a script', { hasInstallScript: true }, /runs a script/],
  ])('with %s is refused', (_what, entry, problem) => {
    const good = { version: '1.0.0', integrity: 'sha512-AAAA' };
    const packages = { 'node_modules/a/node_modules/x': { ...good, ...entry } };
    expect(lockfileProblems({ packages: { 'node_modules/y': good } }, allowed)).toEqual([]);
    expect(lockfileProblems({ packages }, allowed).join()).toMatch(problem);
  });
});
