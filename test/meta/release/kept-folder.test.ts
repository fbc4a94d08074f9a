import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keptFolder } from '../../../infra/packages/kept-folder.ts';

test('packages of the same sources are packed once, and appear whole', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'agent-home-kept-'));
  onTestFinished(() => rm(cache, { recursive: true, force: true }));
  let made = 0;
  const make = async (folder: string) => {
    made += 1;
    await mkdir(folder);
    await writeFile(join(folder, 'index.json'), '{}');
  };
  const first = await keptFolder(cache, 'one', make);
  expect([await keptFolder(cache, 'one', make), made]).toEqual([first, 1]);
  const failed = keptFolder(cache, 'two', async (folder) => {
    await mkdir(folder);
    throw new Error('the compiler found an error');
  });
  await expect(failed).rejects.toThrow('the compiler found an error');
  expect(await readdir(cache)).not.toContain('two');
  const second = await keptFolder(cache, 'two', make);
  expect([await readdir(cache), await readdir(second), made]).toEqual([['two'], ['index.json'], 2]);
  for (const times of [3, 4]) {
    await keptFolder(cache, undefined, make);
    expect(made).toBe(times);
  }
});
