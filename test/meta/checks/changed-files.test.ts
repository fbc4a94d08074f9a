import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedFiles } from '../../../infra/checks/changed-files.ts';
import { readFileHashes } from '../../../infra/checks/file-hashes.ts';

test('returns new and changed files since a passing run of the same version', () => {
  const passed = { version: '1', files: { a: '1', b: '1', gone: '1' } };
  expect(changedFiles({ version: '1', files: { a: '1', b: '2', c: '1' } }, passed)).toEqual(['b', 'c']);
  expect(changedFiles(passed, passed)).toEqual([]);
  expect(changedFiles({ ...passed, version: '2' }, passed)).toBeUndefined();
  expect(changedFiles(passed, undefined)).toBeUndefined();
});

test('hashes files by their contents, staged or not', async () => {
  const root = await mkdtemp(join(tmpdir(), 'agent-home-hashes-'));
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  try {
    expect(readFileHashes(root)).toBeUndefined();
    git('init', '--quiet');
    await writeFile(join(root, '.gitignore'), 'ignored\n');
    for (const name of ['staged', 'changed', 'deleted']) await writeFile(join(root, name), name);
    git('add', '.');
    await writeFile(join(root, 'changed'), 'staged');
    await writeFile(join(root, 'untracked – ü'), 'staged');
    await writeFile(join(root, 'ignored'), 'staged');
    await rm(join(root, 'deleted'));
    const hashes = readFileHashes(root);
    expect([...(hashes?.keys() ?? [])].sort()).toEqual(['.gitignore', 'changed', 'staged', 'untracked – ü']);
    const hash = git('hash-object', 'staged').trim();
    for (const name of ['staged', 'changed', 'untracked – ü']) expect(hashes?.get(name)).toBe(hash);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
