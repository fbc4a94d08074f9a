import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { putLiteral } from '../../../support/hostile-writes.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { listed, remove, startTasksHome, type TasksHome, write } from './tasks-home.ts';

let here: TasksHome;
beforeAll(async () => {
  here = await startTasksHome();
});
afterAll(() => here.home.close());

describe('unusable keys', () => {
  const odd = [
    'ctl-\u0001',
    'nul-\u0000',
    'line-\n',
    'up/../../../../platform/x',
    './dot',
    'del-\u007f',
    'c1-\u0085',
  ];

  test('an object at an unusable key counts and is removable', async () => {
    const [oda, ben] = [await RawAgent.admitted(here.home, 'oda'), await RawAgent.admitted(here.home, 'ben')];
    const folder = 'tasks/attic/agents/oda/';
    const { oss } = await oda.client(write('attic'));
    for (const name of odd) await putLiteral(oss, folder + name, Buffer.alloc(10));
    const names = odd.map((name) => `raw:${encodeURIComponent(folder + name)}`).toSorted();
    await eventually(async () => {
      const found = await listed(oda, 'attic');
      expect(found.map(({ object_key: key }) => key).toSorted()).toEqual(names);
      expect(new Set(found.map(({ refusal }) => refusal))).toEqual(new Set(['unusable_key']));
    }, 25_000);
    const { quota } = (await oda.call('GET', '/v1/me')).body as { quota: { agent: { used: object } } };
    expect(quota.agent.used).toEqual({ bytes: 10 * odd.length, objects: odd.length });

    // Another agent's work is removed in parallel with these.
    const own = await ben.client(write('attic'));
    await own.oss.put('tasks/attic/agents/ben/plain', Buffer.alloc(5));
    await eventually(async () => expect(await listed(ben, 'attic')).toHaveLength(1), 25_000);
    expect((await remove(oda, 'attic', names)).body.object_keys).toEqual(names);
    expect((await remove(ben, 'attic', ['tasks/attic/agents/ben/plain'])).status).toBe(202);
    await eventually(() => here.isGone('tasks/attic/agents/ben/plain'), 10_000);
    await eventually(async () => {
      expect((await here.home.open.platform.store.list(folder)).objects).toEqual([]);
    }, 10_000);
    expect((await here.home.open.platform.store.list('platform/keys.json')).objects).toHaveLength(1);
  }, 90_000);

  test('a blocked deletion does not keep others’ work', async () => {
    const [hal, ida] = [await RawAgent.admitted(here.home, 'hal'), await RawAgent.admitted(here.home, 'ida')];
    for (const agent of [hal, ida]) {
      const { oss } = await agent.client(write('yard'));
      for (const name of ['held-1', 'held-2', 'other'])
        await oss.put(`tasks/yard/agents/${agent.agentId}/${name}`, Buffer.alloc(5));
      await eventually(async () => expect(await listed(agent, 'yard')).toHaveLength(3), 25_000);
    }
    here.held = '/hal/held-';
    const keys = (agentId: string) =>
      ['held-1', 'held-2', 'other'].map((name) => `tasks/yard/agents/${agentId}/${name}`);
    await remove(hal, 'yard', keys('hal'));
    await remove(ida, 'yard', keys('ida'));
    await eventually(async () => {
      for (const key of keys('ida')) await here.isGone(key);
      await here.isGone('tasks/yard/agents/hal/other');
    }, 15_000);
    expect((await here.home.open.platform.store.list('tasks/yard/agents/hal/held-')).objects).toHaveLength(2);
    here.held = '';
    await eventually(async () => {
      for (const key of keys('hal')) await here.isGone(key);
    }, 40_000);
  }, 120_000);
});

describe('an agent that writes while it is erased', () => {
  test('an agent that writes during erasure delays no other', async () => {
    const [zed, sam] = [await RawAgent.admitted(here.home, 'zed'), await RawAgent.admitted(here.home, 'sam')];
    const folder = 'tasks/attic/agents/zed/';
    const { oss } = await zed.client(write('attic'));
    const own = await sam.client(write('attic'));
    await own.oss.put('tasks/attic/agents/sam/plain', Buffer.alloc(5));
    await eventually(async () => expect(await listed(sam, 'attic')).toHaveLength(1), 25_000);
    let writes = 0;
    let isWriting = true;
    const flood = Promise.all(
      Array.from({ length: 4 }, async (_, lane) => {
        for (; isWriting; writes += 1) {
          const name = `${lane}-${String(writes).padStart(6, '0')}${writes % 7 === 0 ? '\u0000' : ''}`;
          await putLiteral(oss, folder + name, Buffer.alloc(1));
        }
      }),
    );
    await eventually(() => expect(writes).toBeGreaterThan(100));
    await here.home.admin('POST', '/v1/agents/zed/withdrawal', { objects: 'erase' });
    await remove(sam, 'attic', ['tasks/attic/agents/sam/plain']);
    await eventually(() => here.isGone('tasks/attic/agents/sam/plain'), 15_000);
    expect(writes).toBeGreaterThan(100);
    isWriting = false;
    await flood.catch(() => undefined);
    // Simulates the end of its last credential.
    const { agentDepartures } = tables;
    await here.home.open.platform.database
      .update(agentDepartures)
      .set({ endsAt: new Date(), dueAt: new Date(), cursor: '', afterKey: '' })
      .where(eq(agentDepartures.agentId, 'zed'));
    await eventually(async () => {
      expect((await here.home.open.platform.store.list(folder)).objects).toEqual([]);
      expect(await here.home.open.platform.database.$count(agentDepartures)).toBe(0);
    }, 30_000);
  }, 120_000);
});
