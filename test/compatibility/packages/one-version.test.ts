import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../../../infra/packages/build-package.ts';
import { copyVersionedFiles, nextVersion, raiseVersion } from '../../../infra/release/next-version.ts';

const run = promisify(execFile);

async function versionedCopy(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'agent-home-version-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  await copyVersionedFiles(repository, copy);
  await writeFile(
    join(copy, '.changeset/a-word.md'),
    '---\n"@agent-home/modes": minor\n---\n\nA word more.\n',
  );
  return copy;
}

test('one change raises the version of everything published', async () => {
  const copy = await versionedCopy();
  const raised = await raiseVersion(copy);
  const before = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { version: string };
  expect(raised).not.toBe(before.version);
  expect(await readFile(join(copy, 'clients/python/pyproject.toml'), 'utf8')).toContain(
    `version = "${raised}"`,
  );
  const { stdout } = await run('git', ['ls-files', '*package.json'], { cwd: copy });
  const manifests = stdout.trim().split('\n');
  expect(manifests.length).toBeGreaterThan(15);
  for (const file of manifests) {
    const manifest = JSON.parse(await readFile(join(copy, file), 'utf8')) as {
      version: string;
      dependencies?: Record<string, string>;
    };
    expect(manifest.version, file).toBe(raised);
    for (const [name, version] of Object.entries(manifest.dependencies ?? {}))
      if (name.startsWith('@agent-home/')) expect(version, `${file}: ${name}`).toBe(raised);
  }
});

test('the next version is known without changing the tree', async () => {
  const copy = await versionedCopy();
  const status = async () => (await run('git', ['status', '--porcelain'], { cwd: copy })).stdout;
  const before = await status();
  expect(await nextVersion(copy)).toMatch(/^0\.[1-9]\d*\.0$/);
  expect(await status()).toBe(before);
});
