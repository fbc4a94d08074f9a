import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { onTestFinished } from 'vitest';
import { describeMemoryStore } from '../contract/index.ts';
import { createEmbedder } from './embeddings.ts';
import { FileMemoryStore } from './file-memory-store.ts';
import { VectorMemoryStore } from './vector-memory-store.ts';

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-memory-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const damageIn = (store: FileMemoryStore) => async (agent: string, id: string) =>
  writeFile(join(store.getFolder(agent), `${id}.json`), '{"id":');

describeMemoryStore('FileMemoryStore', async () => {
  const folder = await scratchFolder();
  const store = new FileMemoryStore(folder);
  return {
    store,
    other: new FileMemoryStore(folder),
    small: (most) => new FileMemoryStore(folder, undefined, { most }),
    damage: damageIn(store),
    close: async () => undefined,
  };
});

describeMemoryStore('VectorMemoryStore', async () => {
  const folder = await scratchFolder();
  const scripts = loadScripts([{ file: 'script.yaml', text: 'rules: [{ answer: Yes. }]' }]);
  const emulator = await startModelEmulator({ scripts });
  const embedder = createEmbedder({ provider: 'emulator', name: 'words' }, async (provider, name) => ({
    provider,
    name,
    url: `${emulator.url}/v1`,
    fallbacks: [],
    timeoutMs: 1_000,
  }));
  const files = (most?: number) => new FileMemoryStore(folder, undefined, most === undefined ? {} : { most });
  return {
    store: new VectorMemoryStore(files(), { embedder }),
    other: new VectorMemoryStore(files(), { embedder }),
    small: (most) => new VectorMemoryStore(files(most), { embedder }),
    damage: damageIn(files()),
    close: () => emulator.close(),
  };
});
