import type { MemoryStore } from '@agent-home/agent-runtime';
import { longestMemoryText, type MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hostileAgents, toEntry } from './memory-entries.ts';

export interface MemoryHarness {
  store: MemoryStore;
  /** Store of another process on the same place. */
  other: MemoryStore;
  /** Opens the same store with a smaller limit of entries per agent. */
  small(most: number): MemoryStore;
  /** Damages an existing entry, as a disk fault or a foreign program would. */
  damage(agent: string, id: string): Promise<void>;
  close(): Promise<void>;
}

const { signal } = new AbortController();
const inSession = { agent: 'ada', session: 'session-1', limit: 5, signal };
const at = (minute: number) => `2026-03-01T12:${String(minute).padStart(2, '0')}:00.000Z`;

/** Contract of the port `MemoryStore` for every backend. `open` returns an empty store. */
export function describeMemoryStore(name: string, open: () => Promise<MemoryHarness>): void {
  describe(`${name} as a MemoryStore`, () => {
    let opened: MemoryHarness | undefined;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened?.close());
    const harness = () => {
      if (!opened) throw new Error('the store under test did not open');
      return opened;
    };
    describeFinding(harness);
    describeKeeping(harness);
    describeFaults(harness);
  });
}

function describeFinding(harness: () => MemoryHarness): void {
  test('what fits best comes first, and no more than was asked for', async () => {
    await keepIn(
      harness(),
      toEntry('the weather in Oslo was cold'),
      toEntry('blue green yellow colours of the house'),
      toEntry('blue is the colour of the door'),
    );
    const [first] = await textsIn(harness(), 'which colour has the door of the house, blue?');
    expect(first).toBe('blue is the colour of the door');
    expect(await textsIn(harness(), 'blue colours of the house', { limit: 1 })).toHaveLength(1);
    expect(await textsIn(harness(), '')).toEqual([]);
  });

  test('a session alone, or all of the agent’s, and never another agent’s', async () => {
    await keepIn(
      harness(),
      toEntry('blue here'),
      toEntry('blue there', { session_id: 'session-2' }),
      toEntry('blue of bob', { agent: 'bob' }),
    );
    expect(await textsIn(harness(), 'blue')).toEqual(['blue here']);
    expect(await textsIn(harness(), 'blue', { scope: 'session' })).toEqual(['blue here']);
    expect((await textsIn(harness(), 'blue', { scope: 'agent' })).sort()).toEqual([
      'blue here',
      'blue there',
    ]);
    expect(await textsIn(harness(), 'blue', { agent: 'eve', scope: 'agent' })).toEqual([]);
  });

  test('entries with all of the requested tags are found', async () => {
    await keepIn(
      harness(),
      toEntry('blue one', { tags: ['house', 'door'] }),
      toEntry('blue two', { tags: ['house'] }),
      toEntry('blue three'),
    );
    expect((await textsIn(harness(), 'blue', { tags: ['house'] })).sort()).toEqual(['blue one', 'blue two']);
    expect(await textsIn(harness(), 'blue', { tags: ['door', 'house'] })).toEqual(['blue one']);
    expect(await textsIn(harness(), 'blue', { tags: ['garden'] })).toEqual([]);
  });

  test('an agent keeps its identity for any name', async () => {
    await keepIn(harness(), toEntry('blue of ada'));
    for (const agent of hostileAgents) {
      const own = toEntry('blue of another', { agent });
      await keepIn(harness(), own);
      expect(await harness().other.list(agent)).toEqual([own]);
      const scope = { agent, scope: 'agent' };
      expect(await textsIn(harness(), 'blue', scope)).toEqual(['blue of another']);
      expect(await harness().other.forget(agent, own.id)).toBe(true);
    }
    expect(await textsIn(harness(), 'blue')).toEqual(['blue of ada']);
  });

  test('texts come back as they were, the longest, in every script, with what no terminal should see', async () => {
    const texts = [
      `blue ${'詩'.repeat(longestMemoryText - 5)}`,
      'blue \0 \u001b[2J \r\n \u202e \ufeff \u{1f600} "\\',
      'blue\n{"id":"x"}\n',
    ];
    await keepIn(harness(), ...texts.map((text) => toEntry(text)));
    expect((await harness().other.list('ada')).map(({ text }) => text).sort()).toEqual([...texts].sort());
    const [found] = await textsIn(harness(), '詩');
    expect(found).toBe(texts[0]);
  });
}

function describeKeeping(harness: () => MemoryHarness): void {
  test('the same entry twice is there once, as it was kept', async () => {
    const entry = toEntry('blue', { tainted: true });
    await keepIn(harness(), entry, entry);
    await harness().other.memorize(entry, { signal });
    expect(await harness().other.list('ada')).toEqual([entry]);
    expect(await harness().other.show('ada', entry.id)).toEqual(entry);
  });

  test('the newest is listed first', async () => {
    await keepIn(
      harness(),
      toEntry('second', { time: at(2) }),
      toEntry('third', { time: at(3) }),
      toEntry('first', { time: at(1) }),
    );
    expect((await harness().store.list('ada')).map(({ text }) => text)).toEqual(['third', 'second', 'first']);
  });

  test('what is forgotten is gone, and who forgets is told whether it was there', async () => {
    const [entry, stays] = [toEntry('blue one'), toEntry('blue two')];
    await keepIn(harness(), entry, stays, toEntry('blue three', { agent: 'bob' }));
    expect(await harness().store.forget('bob', entry.id)).toBe(false);
    expect(await harness().store.forget('ada', entry.id)).toBe(true);
    expect(await harness().store.forget('ada', entry.id)).toBe(false);
    expect(await harness().other.show('ada', entry.id)).toBeUndefined();
    expect(await textsIn(harness(), 'blue')).toEqual(['blue two']);
    for (const id of ['', '../ada', '*', 'a'.repeat(63), `${'a'.repeat(64)}\0`]) {
      expect(await harness().store.forget('ada', id)).toBe(false);
      expect(await harness().store.show('ada', id)).toBeUndefined();
    }
  });

  test('a full store keeps the newest entries', async () => {
    const store = harness().small(3);
    for (let minute = 1; minute <= 6; minute++)
      await store.memorize(toEntry(`number ${minute}`, { time: at(minute) }), { signal });
    const kept = (await harness().other.list('ada')).map(({ text }) => text);
    expect(kept).toEqual(['number 6', 'number 5', 'number 4']);
  });
}

function describeFaults(harness: () => MemoryHarness): void {
  test('many writers at once lose nothing', async () => {
    const entries = Array.from({ length: 24 }, (_, number) => toEntry(`blue number ${number}`));
    const stores = [harness().store, harness().other];
    await Promise.all(entries.flatMap((entry) => stores.map((store) => store.memorize(entry, { signal }))));
    const kept = (await harness().store.list('ada')).map(({ text }) => text);
    expect(kept.sort()).toEqual(entries.map(({ text }) => text).sort());
    expect(await textsIn(harness(), 'blue number', { limit: 100 })).toHaveLength(24);
  });

  test('whoever asks no more gets no answer, and keeps nothing', async () => {
    await keepIn(harness(), toEntry('blue'));
    const ended = AbortSignal.abort(new Error('over'));
    const { store } = harness();
    await expect(store.recall('blue', { ...inSession, signal: ended })).rejects.toThrow('over');
    await expect(store.memorize(toEntry('green'), { signal: ended })).rejects.toThrow('over');
    expect((await store.list('ada')).map(({ text }) => text)).toEqual(['blue']);
  });

  test('a damaged entry is passed by, and may be forgotten', async () => {
    const [damaged, whole] = [toEntry('blue and damaged'), toEntry('blue and whole')];
    await keepIn(harness(), damaged, whole);
    await harness().damage('ada', damaged.id);
    expect(await textsIn(harness(), 'blue')).toEqual(['blue and whole']);
    expect(await harness().store.show('ada', damaged.id)).toBeUndefined();
    expect(await harness().store.list('ada')).toEqual([whole]);
    expect(await harness().store.forget('ada', damaged.id)).toBe(true);
  });
}

async function keepIn({ store }: MemoryHarness, ...entries: MemoryEntry[]): Promise<void> {
  for (const entry of entries) await store.memorize(entry, { signal });
}

async function textsIn({ other }: MemoryHarness, query: string, changes: object = {}): Promise<string[]> {
  return (await other.recall(query, { ...inSession, ...changes })).map(({ text }) => text);
}
