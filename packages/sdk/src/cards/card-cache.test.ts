import { signerOf } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { until } from '../testing/until.ts';
import { CardCache } from './card-cache.ts';
import type { CardCacheOptions } from './card-cache-options.ts';
import type { CardView } from './card-view.ts';

const { publicKey } = signerOf(new Uint8Array(32).fill(4));

/** Creates a cache over a source whose cards count up, with a manual clock. */
function createCache(options: CardCacheOptions = {}) {
  const clock = { now: 1_000_000 };
  const loads: string[] = [];
  const logged: [level: string, fields: object | undefined][] = [];
  const source = { fail: undefined as Error | undefined, hold: undefined as Promise<void> | undefined };
  const load = async (agentId: string): Promise<CardView> => {
    loads.push(agentId);
    await source.hold;
    if (source.fail) throw source.fail;
    return { agentId, cardVersion: loads.length, agentPublicKey: publicKey } as CardView;
  };
  const settings = { maxCards: 3, freshSeconds: 10, staleSeconds: 20, ...options };
  return {
    cache: new CardCache(
      settings,
      load,
      () => clock.now,
      (level, _, fields) => logged.push([level, fields]),
    ),
    logged,
    clock,
    loads,
    source,
  };
}

describe('the card cache', () => {
  test('cache miss fetches and stores; cache hit avoids a read', async () => {
    const { cache, loads, clock } = createCache();
    const first = await cache.card('ada');
    clock.now += 9_999;
    expect(await cache.card('ada')).toBe(first);
    expect(loads).toEqual(['ada']);
    expect(cache.statistics()).toMatchObject({ hits: 1, misses: 1, staleHits: 0, size: 1 });
  });

  test('a stale card is returned at once and looked for again once', async () => {
    const { cache, loads, clock, source } = createCache();
    await cache.card('ada');
    clock.now += 10_000;
    let release = () => {};
    source.hold = new Promise((resolve) => {
      release = resolve;
    });
    const answers = await Promise.all([cache.card('ada'), cache.card('ada'), cache.card('ada')]);
    expect(answers.map((card) => card.cardVersion)).toEqual([1, 1, 1]);
    expect(cache.statistics()).toMatchObject({ hits: 3, staleHits: 3, misses: 1 });
    expect(loads).toEqual(['ada', 'ada']);
    release();
    await until(async () => (await cache.card('ada')).cardVersion).toBe(2);
  });

  test('an expired card is not returned: the caller waits for the new one', async () => {
    const { cache, clock } = createCache();
    await cache.card('ada');
    clock.now += 30_000;
    expect((await cache.card('ada')).cardVersion).toBe(2);
    expect(cache.statistics()).toMatchObject({ hits: 0, misses: 2 });
  });

  test('while the store fails a stale card lives on, but never beyond its end', async () => {
    const { cache, clock, source, logged } = createCache();
    await cache.card('ada');
    source.fail = new Error('away');
    clock.now += 29_999;
    expect((await cache.card('ada')).cardVersion).toBe(1);
    await until(() => cache.statistics().failedRefreshes).toBe(1);
    expect(logged).toEqual([['warn', { agent_id: 'ada', error: 'Error', code: undefined }]]);
    clock.now += 1;
    await expect(cache.card('ada')).rejects.toThrow('away');
  });

  test('many callers share one failed read of a stale card', async () => {
    const { cache, clock, source, logged } = createCache();
    await cache.card('ada');
    source.fail = new Error('away');
    clock.now += 10_000;
    await Promise.all([cache.card('ada'), cache.card('ada'), cache.card('ada')]);
    await until(() => logged.length).toBe(1);
    expect(cache.statistics()).toMatchObject({ staleHits: 3, failedRefreshes: 1 });
  });

  test('a card that a caller knows to be behind is read again and kept', async () => {
    const { cache, loads } = createCache();
    await cache.card('ada');
    expect((await cache.refresh('ada')).cardVersion).toBe(2);
    expect((await cache.card('ada')).cardVersion).toBe(2);
    expect(loads).toEqual(['ada', 'ada']);
    cache.clear();
    expect(cache.statistics()).toMatchObject({ evictions: 0, size: 0 });
  });

  test('a failed read is not kept', async () => {
    const { cache, source } = createCache();
    source.fail = new Error('away');
    await expect(cache.card('ada')).rejects.toThrow('away');
    source.fail = undefined;
    expect((await cache.card('ada')).agentId).toBe('ada');
  });

  test('simultaneous callers share one read', async () => {
    const { cache, loads } = createCache();
    await Promise.all(Array.from({ length: 50 }, () => cache.card('ada')));
    expect(loads).toEqual(['ada']);
  });

  test('evicts the least recently used card', async () => {
    const { cache, loads } = createCache();
    for (const id of ['a', 'b', 'c', 'a', 'd']) await cache.card(id);
    expect(cache.statistics()).toMatchObject({ size: 3, evictions: 1 });
    await cache.card('a');
    await cache.card('b');
    expect(loads).toEqual(['a', 'b', 'c', 'd', 'b']);
  });

  test('drops reads in progress when the keys change', async () => {
    const { cache, loads, source } = createCache();
    let release = () => {};
    source.hold = new Promise((resolve) => {
      release = resolve;
    });
    const reading = cache.card('ada');
    cache.clear();
    release();
    await reading;
    await cache.card('ada');
    expect(loads).toEqual(['ada', 'ada']);
  });
});
