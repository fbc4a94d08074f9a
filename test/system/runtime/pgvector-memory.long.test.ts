import { randomBytes } from 'node:crypto';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { createEmbedder, type Embedder, PostgresMemoryStore } from '@agent-home/runtime-node';
import { describeMemoryStore } from '@agent-home/runtime-node/contract';
import { afterAll, beforeAll } from 'vitest';
import { PgvectorServer } from '../../support/pgvector-server.ts';

let server: PgvectorServer;
let emulator: Awaited<ReturnType<typeof startModelEmulator>>;
let embedder: Embedder;
beforeAll(async () => {
  server = await PgvectorServer.start();
  const scripts = loadScripts([{ file: 'script.yaml', text: 'rules: [{ answer: Yes. }]' }]);
  emulator = await startModelEmulator({ scripts });
  embedder = createEmbedder({ provider: 'emulator', name: 'words' }, async (provider, name) => ({
    provider,
    name,
    url: `${emulator.url}/v1`,
    fallbacks: [],
    timeoutMs: 1_000,
  }));
});
afterAll(async () => {
  await emulator.close();
  await server.stop();
});

describeMemoryStore('PostgresMemoryStore', async () => {
  const space = randomBytes(8).toString('hex');
  const stores: PostgresMemoryStore[] = [];
  const open = (most?: number) => {
    const limit = most === undefined ? {} : { most };
    const store = new PostgresMemoryStore({ url: server.url, space, embedder, ...limit });
    stores.push(store);
    return store;
  };
  return {
    store: open(),
    other: open(),
    small: open,
    damage: async (_agent, id) => {
      await server.database.query('UPDATE agent_home_memory SET entry = $1 WHERE id = $2', ['{"id":', id]);
    },
    close: async () => {
      for (const store of stores) await store.close();
    },
  };
});
