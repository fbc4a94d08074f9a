import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toEntry } from '../contract/memory-entries.ts';
import { FileMemoryStore } from './file-memory-store.ts';
import { VectorMemoryStore } from './vector-memory-store.ts';

test('entries without words keep no other entry from its vector', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-memory-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { signal } = new AbortController();
  const files = new FileMemoryStore(folder);
  // Stored without vectors, as while the endpoint was away.
  await files.memorize(toEntry('The door is green.'), { signal });
  const later = { time: '2026-04-01T12:00:00.000Z' };
  for (let spaces = 1; spaces <= 40; spaces++)
    await files.memorize(toEntry(' '.repeat(spaces), later), { signal });
  const texts: string[] = [];
  const embedder = {
    model: 'one',
    async embed(wanted: readonly string[]) {
      texts.push(...wanted);
      return wanted.map(() => Float32Array.of(1, 0));
    },
  };
  const store = new VectorMemoryStore(files, { embedder });
  const found = await store.recall('colour', { agent: 'ada', session: '', scope: 'agent', limit: 5, signal });
  expect(found.map(({ text }) => text)).toEqual(['The door is green.']);
  expect(texts).toEqual(['colour', 'The door is green.']);
});
