import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keptFolder } from '../../../apps/cli/src/home/packages/kept-folder.ts';

test('packages are packed once per source state', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'agent-home-kept-'));
  onTestFinished(() => rm(cache, { recursive: true, force: true }));
  let made = 0;
  const make = async (folder: string) => {
    made += 1;
    await writeFile(join(folder, 'index.json'), '{}');
  };
  const first = await keptFolder(cache, 'one', make);
  expect([await keptFolder(cache, 'one', make), made]).toEqual([first, 1]);
  const failed = keptFolder(cache, 'two', async () => {
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

test('several processes that make the same folder all get it', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'agent-home-kept-'));
  onTestFinished(() => rm(cache, { recursive: true, force: true }));
  let waiting = 0;
  let go = () => {};
  const all = new Promise<void>((resolve) => {
    go = resolve;
  });
  const make = async (folder: string) => {
    if (++waiting === 3) go();
    await all;
    await writeFile(join(folder, 'index.json'), '{}');
  };
  const folders = await Promise.all([1, 2, 3].map(() => keptFolder(cache, 'one', make)));
  expect(new Set(folders)).toEqual(new Set([join(cache, 'one')]));
  expect([await readdir(cache), await readdir(join(cache, 'one'))]).toEqual([['one'], ['index.json']]);
});
