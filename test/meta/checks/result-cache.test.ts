import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createResultCache } from '../../../infra/checks/result-cache.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'agent-home-results-'));
  await writeFile(join(root, 'rule.ts'), 'first');
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Reads each file through the cache, and returns the names of those that were computed. */
function computed(files: Record<string, string>): string[] {
  const cache = createResultCache<number>(root, 'lengths', [pathToFileURL(join(root, 'rule.ts'))]);
  const names: string[] = [];
  for (const [file, source] of Object.entries(files)) {
    const length = cache.read(file, source, () => {
      names.push(file);
      return source.length;
    });
    expect(length).toBe(source.length);
  }
  cache.save();
  return names;
}

test('computes results of changed files and rules only', async () => {
  expect(computed({ a: '1', b: '22' })).toEqual(['a', 'b']);
  expect(computed({ a: '1', b: '22' })).toEqual([]);
  expect(computed({ a: '22', b: '22' })).toEqual(['a']);
  await writeFile(join(root, 'rule.ts'), 'second');
  expect(computed({ a: '22', b: '22' })).toEqual(['a', 'b']);
});

test('computes everything with a cache that is broken or cannot be written', async () => {
  const folder = join(root, 'node_modules/.cache/agent-home');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'lengths.json'), '{ "cut');
  expect(computed({ a: '1' })).toEqual(['a']);
  await rm(folder, { recursive: true });
  await writeFile(folder, 'no folder');
  expect(computed({ a: '1' })).toEqual(['a']);
});
