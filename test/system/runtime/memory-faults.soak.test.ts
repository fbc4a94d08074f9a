import { join } from 'node:path';
import type { MemoryStore } from '@agent-home/agent-runtime';
import { createEmbedder, FileMemoryStore, VectorMemoryStore } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { openWorkshop } from './support/reference-home.ts';

const script = "rules: [{ answer: 'Hello.' }]";
const message = (text: string) => ({ text, origin: 'user', tainted: false });
const memory = { backend: 'vector_store', limit: 5, scope: 'agent' } as const;

/** Returns the memory errors of a run on such a store; the run succeeds in any case. */
async function runOn(store: Partial<MemoryStore>) {
  const { runtime, order, check } = await openWorkshop(script, { memory: () => store as MemoryStore });
  const { runId, state } = await runtime.postMessage(order({ memory }), message('hello'));
  expect(state.ended).toMatchObject({ status: 'answered', answer: 'Hello.' });
  const { records } = await check(runId);
  return records.filter(({ type }) => type === 'memory.unavailable').map(({ data }) => data.code);
}

const full = () => Promise.reject(Object.assign(new Error('canary: no space left'), { code: 'ENOSPC' }));
const never = () => new Promise<never>(() => undefined);

test('a hanging store is waited for until its timeout', async () => {
  expect(await runOn({ recall: never, memorize: never })).toEqual(['timeout', 'timeout']);
});

test('a full disk costs a run its new entries', async () => {
  expect(await runOn({ recall: async () => [], memorize: full })).toEqual(['enospc']);
});

const faults = [
  [{ kind: 'error', status: 500 }, 'embeddings_unavailable'],
  [{ kind: 'error', status: 429 }, 'embeddings_unavailable'],
  [{ kind: 'error', status: 401 }, 'embeddings_refused'],
  [{ kind: 'nonsenseBody' }, 'embeddings_nonsense'],
  [{ kind: 'wrongContentType' }, 'embeddings_nonsense'],
  [{ kind: 'emptyAnswer' }, 'embeddings_nonsense'],
  [{ kind: 'cutStream' }, 'embeddings_unavailable'],
  [{ kind: 'hugeAnswer', bytes: 8_000_000 }, 'embeddings_nonsense'],
  [{ kind: 'hang' }, 'embeddings_unavailable'],
] as const;

test('each fault of an embeddings endpoint has its code', async () => {
  const { runtime, order, check, emulator, folder } = await openWorkshop(script, {
    memory: (place) => vectorsIn(place, () => emulator.url),
  });
  const files = new FileMemoryStore(join(folder, 'memory'));
  await runtime.postMessage(order({ memory }), message('hello, the first'));
  for (const [fault, code] of faults) {
    // The embedding model alone fails; the chat model works.
    emulator.setFaults([{ when: { model: 'words' }, fault }]);
    const { runId, state } = await runtime.postMessage(order({ memory }), message('hello'));
    expect(state.ended?.status).toBe('answered');
    const { records } = await check(runId);
    const said = records.filter(({ type }) => type === 'memory.unavailable').map(({ data }) => data);
    expect(said, JSON.stringify(fault)).toMatchObject([{ operation: 'recall', code }]);
  }
  emulator.setFaults([]);
  expect(await files.list('careful')).toHaveLength(faults.length + 1);
  const many = order({ memory: { ...memory, limit: 100 } });
  const { runId } = await runtime.postMessage(many, message('hello'));
  const { records } = await check(runId);
  const recalled = records.find(({ type }) => type === 'memory.recalled');
  expect(recalled?.data.entries).toHaveLength(faults.length + 1);
  const asked = emulator.journal().flatMap(({ input }) => input ?? []);
  expect(asked.filter((text) => text.startsWith('Question: hello')).length).toBeGreaterThan(faults.length);
}, 60_000);

test('invalid numbers and vectors of two lengths are refused', async () => {
  const { createServer } = await import('node:http');
  let vectors: unknown = [];
  const server = createServer((_, response) => {
    response.end(JSON.stringify({ data: vectors }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const embedder = embedderAt(() => `http://127.0.0.1:${port}`);
    const { signal } = new AbortController();
    const bad = [
      [{ index: 0, embedding: [1e39, 1] }],
      [{ index: 0, embedding: [0, 0] }],
      [{ index: 0, embedding: ['1'] }],
      [{ index: 1, embedding: [1] }],
      [{ index: 0, embedding: [] }],
    ];
    for (const each of bad) {
      vectors = each;
      await expect(embedder.embed(['x'], signal)).rejects.toMatchObject({ code: 'embeddings_nonsense' });
    }
    for (const second of [
      { index: 1, embedding: [1] },
      { index: 0, embedding: [1, 2] },
    ]) {
      vectors = [{ index: 0, embedding: [1, 2] }, second];
      const asked = embedder.embed(['x', 'y'], signal);
      await expect(asked).rejects.toMatchObject({ code: 'embeddings_nonsense' });
    }
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

function embedderAt(url: () => string) {
  return createEmbedder({ provider: 'emulator', name: 'words' }, async (provider, name) => {
    return { provider, name, url: `${url()}/v1`, fallbacks: [], timeoutMs: 1_000 };
  });
}

function vectorsIn(folder: string, url: () => string): MemoryStore {
  return new VectorMemoryStore(new FileMemoryStore(join(folder, 'memory')), { embedder: embedderAt(url) });
}
