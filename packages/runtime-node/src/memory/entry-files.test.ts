import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toEntry } from '../contract/memory-entries.ts';
import { EntryFiles } from './entry-files.ts';

/** Opens a folder with entries that are read long after they were written. */
async function opened() {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-entries-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = new EntryFiles(() => Date.now() + 3_600_000);
  const passed: string[] = [];
  const passBy = (file: string) => void passed.push(file);
  return {
    folder,
    passed,
    read: async () =>
      (await files.read(folder, 'ada', { signal: undefined, passBy })).map(({ text }) => text),
    write: (name: string, text: string) => writeFile(join(folder, `${name}.json`), text),
  };
}

test('follows new, changed, broken and removed files', async () => {
  const { folder, passed, read, write } = await opened();
  const [one, other] = [toEntry('one'), toEntry('other')];
  expect(await read()).toEqual([]);
  await write(one.id, JSON.stringify(one));
  expect(await read()).toEqual(['one']);
  await write(other.id, JSON.stringify(other));
  expect((await read()).sort()).toEqual(['one', 'other']);
  expect((await read()).sort()).toEqual(['one', 'other']);
  // Replaces the content of the file.
  await write(one.id, JSON.stringify({ ...one, text: 'changed' }));
  expect((await read()).sort()).toEqual(['changed', 'other']);
  await write(one.id, '{"id":');
  expect(await read()).toEqual(['other']);
  expect(passed).toEqual([`${one.id}.json`]);
  await unlink(join(folder, `${other.id}.json`));
  expect(await read()).toEqual([]);
  await rm(folder, { recursive: true });
  expect(await read()).toEqual([]);
});
