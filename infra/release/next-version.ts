import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { spreadVersion } from '../packages/one-version.ts';

const run = promisify(execFile);
const changeset = createRequire(import.meta.url).resolve('@changesets/cli/bin.js');

/** Raises the versions in this folder by its changesets, and deletes the changesets. */
export async function raiseVersion(folder: string): Promise<string> {
  await run(process.execPath, [changeset, 'version'], { cwd: folder });
  return spreadVersion(folder);
}

/** Names of the changesets that wait for a release. */
export async function waitingChangesets(repository: string): Promise<string[]> {
  const names = await readdir(join(repository, '.changeset')).catch((): string[] => []);
  return names.filter((name) => name.endsWith('.md') && name !== 'README.md').toSorted();
}

/** Returns the version that results from the waiting changesets. It is computed on a copy, so the tree stays unchanged. */
export async function nextVersion(repository: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'agent-home-version-'));
  try {
    await copyVersionedFiles(repository, copy);
    return await raiseVersion(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Copies the files that have a version, and the changesets, into a git repository of their own. */
export async function copyVersionedFiles(repository: string, copy: string): Promise<void> {
  const manifests = [':(glob)packages/*/package.json', ':(glob)apps/*/package.json'];
  const others = [
    'package.json',
    'clients/python/pyproject.toml',
    'clients/agno/pyproject.toml',
    '.changeset/config.json',
  ];
  const { stdout } = await run('git', ['ls-files', ...manifests], { cwd: repository });
  const changesets = (await waitingChangesets(repository)).map((name) => `.changeset/${name}`);
  for (const file of [...stdout.trim().split('\n'), ...others, ...changesets]) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(repository, file), join(copy, file));
  }
  await symlink(join(repository, 'node_modules'), join(copy, 'node_modules'));
  await writeFile(join(copy, '.gitignore'), 'node_modules\n');
  const identity = [
    '-c',
    'user.name=release',
    '-c',
    'user.email=release@localhost',
    '-c',
    'commit.gpgsign=false',
  ];
  const git = (...words: string[]) => run('git', [...identity, ...words], { cwd: copy });
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'copy');
}
