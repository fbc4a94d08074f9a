import { randomBytes } from 'node:crypto';
import { loadScripts, type ModelEmulator, startModelEmulator } from '@agent-home/model-emulator';
import { createEmbedder, type Embedder, MemoryError, PostgresMemoryStore } from '@agent-home/runtime-node';
import { describeMemoryStore, toEntry } from '@agent-home/runtime-node/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PgvectorServer } from '../../support/pgvector-server.ts';
import { openWorkshop } from './support/reference-home.ts';

const { signal } = new AbortController();
const scope = { agent: 'ada', session: 'session-1', limit: 5, signal };

let server: PgvectorServer;
let emulator: ModelEmulator;
let words: Embedder;
beforeAll(async () => {
  server = await PgvectorServer.start();
  const scripts = loadScripts([{ file: 'script.yaml', text: 'rules: [{ answer: Yes. }]' }]);
  emulator = await startModelEmulator({ scripts });
  words = createEmbedder({ provider: 'emulator', name: 'words' }, async (provider, name) => ({
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

const newSpace = () => randomBytes(8).toString('hex');

function openStore(changes: Partial<ConstructorParameters<typeof PostgresMemoryStore>[0]>) {
  const store = new PostgresMemoryStore({ url: server.url, embedder: words, ...changes });
  onTestFinished(() => store.close());
  return store;
}

/** Returns an embedder with these vectors for these texts, and all texts that it was called with. */
function fixedEmbedder(model: string, vectors: Record<string, number[]>): Embedder & { texts: string[] } {
  const texts: string[] = [];
  return {
    model,
    texts,
    embed: async (wanted) => {
      texts.push(...wanted);
      return wanted.map((text) => {
        const vector = vectors[text];
        if (!vector) throw new MemoryError('embeddings_unavailable', 'this text has no vector');
        return Float32Array.from(vector);
      });
    },
  };
}

describeMemoryStore('PostgresMemoryStore', async () => {
  const space = newSpace();
  const stores: PostgresMemoryStore[] = [];
  const open = (most?: number) => {
    const limit = most === undefined ? {} : { most };
    const store = new PostgresMemoryStore({ url: server.url, space, embedder: words, ...limit });
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

describe('memory in PostgreSQL', () => {
  test('entries are found by meaning, nearest first', async () => {
    const embedder = fixedEmbedder('meaning', {
      'the door is blue': [1, 0],
      'the entrance has a colour': [0.8, 0.6],
      'it rains in Oslo': [-1, 0],
      'which paint has the gate?': [0.95, 0.3],
    });
    const store = openStore({ space: newSpace(), embedder });
    for (const text of ['it rains in Oslo', 'the entrance has a colour', 'the door is blue'])
      await store.memorize(toEntry(text), { signal });
    const found = await store.recall('which paint has the gate?', scope);
    expect(found.map(({ text }) => text)).toEqual(['the door is blue', 'the entrance has a colour']);
    expect(await store.recall('which paint has the gate?', { ...scope, limit: 1 })).toHaveLength(1);
    expect(embedder.texts.filter((text) => text === 'the door is blue')).toHaveLength(1);
  });

  test('vectors of other models and dimensions are never compared', async () => {
    const space = newSpace();
    const entry = toEntry('the door is blue');
    const query = 'which colour?';
    const stores = [
      fixedEmbedder('one', { [entry.text]: [1, 0], [query]: [1, 0] }),
      fixedEmbedder('other', { [entry.text]: [0, 1], [query]: [0, 1] }),
      fixedEmbedder('one', { [entry.text]: [0, 0, 1], [query]: [0, 0, 1] }),
    ].map((embedder) => openStore({ space, embedder }));
    for (const store of stores) await store.memorize(entry, { signal });
    for (const store of [...stores, ...stores]) expect(await store.recall(query, scope)).toEqual([entry]);
    // Nothing is near by these vectors alone: the stored ones have another model or other dimensions, and cannot be replaced.
    const unable = { [query]: [0, 0, 1] };
    for (const embedder of [fixedEmbedder('third', unable), fixedEmbedder('one', { [query]: [1] })])
      expect(await openStore({ space, embedder }).recall(query, scope)).toEqual([]);
  });

  test('texts without a vector are found by words and embedded later', async () => {
    const space = newSpace();
    const away = openStore({ space, embedder: fixedEmbedder('emulator/words', {}) });
    for (let number = 0; number < 40; number++)
      await away.memorize(toEntry(`blue number ${number}`), { signal });
    await expect(away.recall('blue', scope)).rejects.toMatchObject({ code: 'embeddings_unavailable' });
    const store = openStore({ space });
    const countVectors = async () => {
      const { rows } = await server.database.query<{ known: number }>(
        "SELECT count(embedding)::int AS known FROM agent_home_memory WHERE model = 'emulator/words' AND entry LIKE '%blue number%'",
      );
      return rows[0]?.known;
    };
    const before = await countVectors();
    expect(await store.recall('blue', { ...scope, limit: 100 })).toHaveLength(40);
    expect(await countVectors()).toBe((before ?? 0) + 32);
    expect(await store.recall('blue', { ...scope, limit: 100 })).toHaveLength(40);
    expect(await countVectors()).toBe((before ?? 0) + 40);
  });

  test('a changed text is not found by its former vector', async () => {
    const embedder = fixedEmbedder('changing', { 'it is blue': [1, 0], 'it is wet': [0, 1], colour: [1, 0] });
    const store = openStore({ space: newSpace(), embedder });
    const entry = toEntry('it is blue');
    await store.memorize(entry, { signal });
    expect(await store.recall('colour', scope)).toEqual([entry]);
    await store.memorize({ ...entry, text: 'it is wet' }, { signal });
    expect(await store.recall('colour', scope)).toEqual([]);
    expect(await store.show('ada', entry.id)).toMatchObject({ text: 'it is wet' });
    await store.memorize({ ...entry, text: 'it has no vector' }, { signal });
    const { rows } = await server.database.query(
      "SELECT model, embedding FROM agent_home_memory WHERE entry LIKE '%it has no vector%'",
    );
    expect(rows).toEqual([{ model: null, embedding: null }]);
  });

  test('agents of one name in two projects share no rows of a table', async () => {
    const [one, other] = [newSpace(), newSpace()].map((space) => openStore({ space }));
    const entry = toEntry('the door is blue');
    await one?.memorize(entry, { signal });
    expect(await other?.recall('the door is blue', { ...scope, scope: 'agent' })).toEqual([]);
    expect(await other?.show('ada', entry.id)).toBeUndefined();
    expect(await other?.forget('ada', entry.id)).toBe(false);
    expect(await one?.list('ada')).toEqual([entry]);
  });

  test('a huge row is passed by and displaces no whole entry', async () => {
    const store = openStore({ space: newSpace() });
    const [huge, whole] = [toEntry('the door is very blue'), toEntry('the blue door of the house')];
    for (const entry of [huge, whole]) await store.memorize(entry, { signal });
    await server.database.query("UPDATE agent_home_memory SET entry = repeat('x', 20000000) WHERE id = $1", [
      huge.id,
    ]);
    expect(await store.recall('the door is very blue', { ...scope, limit: 1 })).toEqual([whole]);
    expect(await store.forget('ada', huge.id)).toBe(true);
  });

  test('a killed PostgreSQL costs a run only its memory', async () => {
    const store = openStore({ space: newSpace() });
    const { runtime, order, check } = await openWorkshop("rules: [{ answer: 'Hello.' }]", {
      memory: () => store,
    });
    const remembering = order({ memory: { backend: 'pgvector', limit: 5, scope: 'agent' } });
    const say = async () => {
      const message = { text: 'hello', origin: 'user', tainted: false };
      const { runId, state } = await runtime.postMessage(remembering, message);
      expect(state.ended).toMatchObject({ status: 'answered', answer: 'Hello.' });
      const { records } = await check(runId);
      return records.filter(({ type }) => type === 'memory.unavailable').map(({ data }) => data.code);
    };
    expect(await say()).toEqual([]);
    await server.kill();
    try {
      expect(await say()).toEqual(['postgres_unavailable', 'postgres_unavailable']);
    } finally {
      await server.start();
    }
    expect(await say()).toEqual([]);
    expect(await store.list('careful')).toHaveLength(2);
  });
});
