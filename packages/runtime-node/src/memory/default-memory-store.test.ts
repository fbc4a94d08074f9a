import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toEntry } from '../contract/memory-entries.ts';
import { openDefaultMemory } from './default-memory-store.ts';
import { FileMemoryStore } from './file-memory-store.ts';
import { memoryFileName } from './sqlite-memory-store.ts';

const { signal } = new AbortController();
const key = () => Buffer.alloc(32, 7);
const scope = { agent: 'ada', session: 'session-1', limit: 5, signal };

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-memory-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('without node:sqlite the default memory is in files', async () => {
  const folder = await scratchFolder();
  const messages: string[] = [];
  const log = (message: string) => void messages.push(message);
  const { store, close } = openDefaultMemory(folder, log, { sqlite: 'none', key });
  await store.memorize(toEntry('窗户是红色的'), { signal });
  expect((await store.recall('红色', scope)).map(({ text }) => text)).toEqual(['窗户是红色的']);
  expect(await new FileMemoryStore(folder).list('ada')).toHaveLength(1);
  expect(messages).toEqual([]);
  await close();
  await writeFile(join(folder, memoryFileName), '');
  openDefaultMemory(folder, log, { sqlite: 'none', key });
  expect(messages).toEqual(['this version of Node cannot read the memory: use Node 22.13 or later']);
});
