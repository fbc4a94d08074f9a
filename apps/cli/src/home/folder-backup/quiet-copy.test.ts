import { appendFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { quietCopy } from './quiet-copy.ts';

async function openFolders() {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-quiet-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, 'source');
  await mkdir(join(source, 'temporary'), { recursive: true });
  return { source, target: join(folder, 'target') };
}

test('copies files as they are at one moment', async () => {
  const { source, target } = await openFolders();
  for (const name of ['a', 'b', 'temporary/c']) await writeFile(join(source, name), 'before');
  await quietCopy(source, target, (path) => path.startsWith('temporary/'));
  expect((await readdir(target)).sort()).toEqual(['a', 'b']);
  await writeFile(join(source, 'new'), 'after');
  await rename(join(source, 'new'), join(source, 'a'));
  expect(await readFile(join(target, 'a'), 'utf8')).toBe('before');
});

test('gives a copy up where the files never rest', async () => {
  const { source, target } = await openFolders();
  await writeFile(join(source, 'a'), '');
  const restless = () => {
    appendFileSync(join(source, 'a'), 'x');
    return false;
  };
  await expect(quietCopy(source, target, restless, 3)).rejects.toMatchObject({ code: 'home_too_busy' });
});
