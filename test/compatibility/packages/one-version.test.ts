import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../../../infra/packages/build-package.ts';
import { spreadVersion } from '../../../infra/packages/one-version.ts';

const run = promisify(execFile);
const changeset = createRequire(import.meta.url).resolve('@changesets/cli/bin.js');

async function manifestsOf(folder: string): Promise<string[]> {
  const options = { cwd: folder };
  const { stdout } = await run(
    'git',
    ['ls-files', ':(glob)packages/*/package.json', ':(glob)apps/*/package.json'],
    options,
  );
  return stdout.trim().split('\n');
}

test('one change raises the version of everything that is published, and of what it needs of ours', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'agent-home-version-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  const manifests = await manifestsOf(repository);
  for (const file of [
    ...manifests,
    'package.json',
    'clients/python/pyproject.toml',
    '.changeset/config.json',
  ]) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(repository, file), join(copy, file));
  }
  await symlink(join(repository, 'node_modules'), join(copy, 'node_modules'));
  await writeFile(join(copy, '.gitignore'), 'node_modules\n');
  await writeFile(
    join(copy, '.changeset/a-word.md'),
    '---\n"@agent-home/modes": minor\n---\n\nA word more.\n',
  );
  const git = (...words: string[]) =>
    run('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], { cwd: copy });
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'as it is');

  await run(process.execPath, [changeset, 'version'], { cwd: copy });
  const raised = await spreadVersion(copy);
  const before = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { version: string };
  expect(raised).not.toBe(before.version);
  expect(await readFile(join(copy, 'clients/python/pyproject.toml'), 'utf8')).toContain(
    `version = "${raised}"`,
  );
  for (const file of ['package.json', ...manifests]) {
    const manifest = JSON.parse(await readFile(join(copy, file), 'utf8')) as {
      version: string;
      dependencies?: Record<string, string>;
    };
    expect(manifest.version, file).toBe(raised);
    for (const [name, version] of Object.entries(manifest.dependencies ?? {}))
      if (name.startsWith('@agent-home/')) expect(version, `${file}: ${name}`).toBe(raised);
  }
});
