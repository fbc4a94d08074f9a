import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { repository } from '../../../infra/packages/build-package.ts';
import { publishable } from '../../../infra/packages/publishable.ts';
import { writeReleaseFiles } from '../../../infra/release/release-files.ts';

const files = inject('packedFiles');

async function order(version: string) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-release-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { repository, folder, version, commit: 'c'.repeat(40), startedAt: new Date() };
}

async function versionNow(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
  return (manifest as { version: string }).version;
}

test('a release has a manifest, an SBOM and provenance', async () => {
  const one = await order(await versionNow());
  const packages = await writeReleaseFiles(one, files);
  expect(packages).toHaveLength(publishable.length + 1);
  expect((await readdir(one.folder)).toSorted()).toEqual([
    'manifest.json',
    'provenance.intoto.json',
    'sbom.cdx.json',
  ]);
  const read = async (name: string) => JSON.parse(await readFile(join(one.folder, name), 'utf8'));
  const manifest = (await read('manifest.json')) as {
    files: { file: string; sha256: string; integrity: string }[];
  };
  const statement = (await read('provenance.intoto.json')) as { subject: { digest: { sha256: string } }[] };
  for (const [index, path] of files.entries()) {
    const sha256 = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    expect(manifest.files.find(({ file }) => file === basename(path))).toMatchObject({ sha256 });
    expect(statement.subject[index]?.digest.sha256).toBe(sha256);
  }
  const [first = ''] = files;
  const [listed] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', first], { encoding: 'utf8' }),
  ) as [{ integrity: string }];
  expect(manifest.files[0]?.integrity).toBe(listed.integrity);
});

test('packages come after those that they need', async () => {
  const names: string[] = [];
  for (const path of files) {
    const text = execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' });
    const { name, dependencies = {} } = JSON.parse(text) as {
      name: string;
      dependencies?: Record<string, string>;
    };
    for (const needed of Object.keys(dependencies))
      if (needed.startsWith('@agent-home/')) expect(names, `${name} needs ${needed}`).toContain(needed);
    names.push(name);
  }
});

test('packages of another version are no release', async () => {
  await expect(writeReleaseFiles(await order('9.9.9'), files)).rejects.toThrow(/instead of 9\.9\.9/);
});
