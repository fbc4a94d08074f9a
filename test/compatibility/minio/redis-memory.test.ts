import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '@agent-home/protocol';
import { RedisMemoryStore } from '@agent-home/runtime-node';
import { describeMemoryStore } from '@agent-home/runtime-node/contract';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RedisServer } from '../../support/redis-server.ts';
import { openWorkshop } from '../../system/runtime/support/reference-home.ts';

let folder = '';
let redis: RedisServer;
beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/agent-home-test-');
  redis = await RedisServer.start(join(folder, 'redis'));
});
afterAll(async () => {
  await redis.kill();
  await rm(folder, { recursive: true, force: true });
});

const getOwner = (space: string, agent: string) =>
  sha256Hex(new TextEncoder().encode(JSON.stringify([space, agent])));

describeMemoryStore('RedisMemoryStore', async () => {
  const space = randomBytes(8).toString('hex');
  const stores: RedisMemoryStore[] = [];
  const open = (most?: number) => {
    const store = new RedisMemoryStore({ url: redis.url, space, ...(most === undefined ? {} : { most }) });
    stores.push(store);
    return store;
  };
  return {
    store: open(),
    other: open(),
    small: open,
    damage: async (agent, id) => {
      const stranger = new Redis(redis.url);
      await stranger.hset(`agent-home:memory:{${getOwner(space, agent)}}:entries`, id, '{"id":');
      stranger.disconnect();
    },
    close: async () => {
      for (const store of stores) await store.close();
    },
  };
});

describe('memory in Redis', () => {
  test('a killed Redis costs a run only its memory', async () => {
    const store = new RedisMemoryStore({ url: redis.url, space: 'killed' });
    const script = "rules: [{ answer: 'Hello.' }]";
    const { runtime, order, check } = await openWorkshop(script, { memory: () => store });
    const remembering = order({ memory: { backend: 'redis', limit: 5, scope: 'agent' } });
    const say = async () => {
      const message = { text: 'hello', origin: 'user', tainted: false };
      const { runId, state } = await runtime.postMessage(remembering, message);
      expect(state.ended).toMatchObject({ status: 'answered', answer: 'Hello.' });
      const { records } = await check(runId);
      return records.filter(({ type }) => type === 'memory.unavailable').map(({ data }) => data.code);
    };
    try {
      expect(await say()).toEqual([]);
      await redis.kill();
      expect(await say()).toEqual(['redis_unavailable', 'redis_unavailable']);
      await redis.start();
      expect(await say()).toEqual([]);
      expect(await store.list('careful')).toHaveLength(2);
    } finally {
      await store.close();
    }
  });

  test('the password of an address is in no error', async () => {
    const password = 'canary-of-redis-4713';
    const store = new RedisMemoryStore({
      url: redis.url.replace('redis://', `redis://nobody:${password}@`),
    });
    const failure = await store.list('ada').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'redis_unavailable' });
    expect(`${String(failure)} ${JSON.stringify(failure)} ${(failure as Error).stack}`).not.toContain(
      password,
    );
    await store.close();
  });
});
