import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { readFeed } from '../../support/feed.ts';
import { published } from '../../support/ledger.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome({
    environment: {
      AGENT_HOME_ARTIFACT_BYTES: '2000',
      AGENT_HOME_AGENT_QUOTA_BYTES: '5000',
      AGENT_HOME_AGENT_QUOTA_OBJECTS: '6',
      AGENT_HOME_OWNER_QUOTA_BYTES: '6000',
      AGENT_HOME_OWNER_QUOTA_OBJECTS: '8',
    },
  });
  for (const id of ['one', 'two'])
    await home.admin('POST', '/v1/admin/tasks', { task_id: id, title: id, visibility: 'public' });
  await published(home);
});
afterAll(() => home.close());

const write = (taskId: string) => ({ type: 'task_write', task_id: taskId });
const put = async (agent: RawAgent, taskId: string, objects: Record<string, number>) => {
  const { oss } = await agent.client(write(taskId));
  for (const [name, size] of Object.entries(objects))
    await oss.put(`tasks/${taskId}/agents/${agent.agentId}/${name}`, Buffer.alloc(size));
};

interface Quota {
  agent: { used: { bytes: number; objects: number }; allowed: { bytes: number; objects: number } };
  owner?: Quota['agent'];
  exceeded: boolean;
}
const getQuota = async (agent: RawAgent) => (await agent.call('GET', '/v1/me')).body.quota as Quota;
const readFeedEvents = async (agent: RawAgent) =>
  (await readFeed(agent)).events
    .map((event) => event.event_type)
    .filter((type) => type.startsWith('agent.quota'));
const uses = (agent: RawAgent, used: { bytes: number; objects: number }) =>
  eventually(async () => expect((await getQuota(agent)).agent.used).toEqual(used), 25_000);
const listed = async (agent: RawAgent, taskId: string) =>
  (await agent.call('GET', `/v1/tasks/${taskId}/artifacts`)).body.artifacts as {
    agent_id: string;
    object_key: string;
    indexed: boolean;
    refusal?: string;
  }[];

test('a used-up quota denies credentials and is reported', async () => {
  const ada = await RawAgent.admitted(home, 'ada');
  await put(ada, 'one', { a: 1000, b: 1500 });
  await uses(ada, { bytes: 2500, objects: 2 });
  expect(await getQuota(ada)).toMatchObject({
    exceeded: false,
    agent: { allowed: { bytes: 5000, objects: 6 } },
  });
  await put(ada, 'two', { c: 1900, d: 600 });
  await uses(ada, { bytes: 5000, objects: 4 });
  expect((await getQuota(ada)).exceeded).toBe(true);
  for (const taskId of ['one', 'two']) {
    const [denial] = (await ada.ask(write(taskId))).denied;
    expect(denial?.code).toBe('quota_exceeded');
    expect(denial?.message).toContain('5000 of 5000 bytes and 4 of 6 objects');
  }
  const { body } = await ada.call('GET', '/v1/tasks');
  expect((body.tasks as { may: object }[])[0]?.may).toEqual({ read: true, write: 'quota_exceeded' });
  expect(await readFeedEvents(ada)).toEqual(['agent.quota_exceeded']);
  // Reading does not count towards a quota.
  expect((await ada.ask({ type: 'task_read', task_id: 'one' })).denied).toEqual([]);

  const key = 'tasks/two/agents/ada/c';
  const removal = await ada.call('POST', '/v1/tasks/two/artifacts/removal', {
    object_keys: [key, 'tasks/one/agents/ada/a', 'platform/keys.json'],
  });
  expect(removal).toMatchObject({ status: 202, body: { object_keys: [key] } });
  await uses(ada, { bytes: 3100, objects: 3 });
  expect((await ada.ask(write('two'))).denied).toEqual([]);
  expect(await readFeedEvents(ada)).toEqual(['agent.quota_exceeded', 'agent.quota_restored']);
  await expect(home.open.platform.store.head(key)).rejects.toMatchObject({ code: 'not_found' });
});

test('an agent cannot remove another’s work', async () => {
  const [eve, fay] = [await RawAgent.admitted(home, 'eve'), await RawAgent.admitted(home, 'fay')];
  await put(fay, 'one', { mine: 10 });
  await uses(fay, { bytes: 10, objects: 1 });
  const asked = { object_keys: ['tasks/one/agents/fay/mine'] };
  const { body } = await eve.call('POST', '/v1/tasks/one/artifacts/removal', asked);
  expect(body.object_keys).toEqual([]);
  expect((await listed(eve, 'one')).map(({ object_key: key }) => key)).toContain('tasks/one/agents/fay/mine');
});

test('work beyond size or quota counts without being listed', async () => {
  const bo = await RawAgent.admitted(home, 'bo');
  // A single credential allows any write until it ends.
  await put(bo, 'one', { 'index.json': 200, large: 2001, next: 1000, 'over/a': 1999 });
  await uses(bo, { bytes: 5200, objects: 4 });
  const own = (await listed(bo, 'one')).filter(({ agent_id: author }) => author === 'bo');
  expect(
    own.map(({ object_key: key, indexed, refusal }) => [key.split('/bo/')[1], indexed, refusal]),
  ).toEqual([
    ['large', false, 'too_large'],
    ['next', true, undefined],
    ['over/a', false, 'over_quota'],
  ]);
  expect((await bo.ask(write('two'))).denied[0]?.code).toBe('quota_exceeded');
});

test('all agents of one owner share one more quota', async () => {
  await home.admin('POST', '/v1/admin/owners', { owner_id: 'studio', name: 'Studio' });
  const [cy, dee] = [await RawAgent.admitted(home, 'cy'), await RawAgent.admitted(home, 'dee')];
  const { agents } = tables;
  for (const { agentId } of [cy, dee])
    await home.open.platform.database
      .update(agents)
      .set({ ownerId: 'studio' })
      .where(eq(agents.agentId, agentId));
  await put(cy, 'one', { a: 1999, b: 1999 });
  await put(dee, 'one', { c: 1999, d: 3 });
  await uses(cy, { bytes: 3998, objects: 2 });
  await uses(dee, { bytes: 2002, objects: 2 });
  const [denial] = (await cy.ask(write('two'))).denied;
  expect(denial).toMatchObject({ code: 'quota_exceeded' });
  expect(denial?.message).toContain('6000 of 6000 bytes');
  expect((await getQuota(dee)).owner?.used).toEqual({ bytes: 6000, objects: 4 });
});

test('work written during a count is counted soon', async () => {
  const hal = await RawAgent.admitted(home, 'hal');
  const { oss } = await hal.client(write('one'));
  const folder = 'tasks/one/agents/hal/';
  const { database, store } = home.open.platform;
  const { storeEvents } = tables;
  const list = store.list.bind(store);
  let isLate = true;
  const listing = vi.spyOn(store, 'list').mockImplementation(async (prefix, options) => {
    const page = await list(prefix, options);
    if (prefix !== folder || !isLate) return page;
    isLate = false;
    await oss.put(`${folder}late`, Buffer.alloc(2));
    await eventually(async () =>
      expect(await database.$count(storeEvents, eq(storeEvents.objectKey, `${folder}late`))).toBe(1),
    );
    return page;
  });
  await oss.put(`${folder}early`, Buffer.alloc(1));
  await uses(hal, { bytes: 3, objects: 2 });
  expect(isLate).toBe(false);
  listing.mockRestore();
});

test('work without an event is counted all the same', async () => {
  const gil = await RawAgent.admitted(home, 'gil');
  const { oss } = await gil.client(write('one'));
  home.emulator.setEvents(undefined);
  await oss.put('tasks/one/agents/gil/silent', Buffer.alloc(123));
  const { taskUsage } = tables;
  const [row] = await home.open.platform.database
    .select()
    .from(taskUsage)
    .where(eq(taskUsage.agentId, 'gil'));
  // Due within minutes while the credential is valid, and once after its end; the test moves the time forward.
  expect(row?.dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 300_000);
  expect(row?.writableUntil.getTime()).toBeGreaterThan(Date.now() + 3_600_000 - 60_000);
  await home.open.platform.database
    .update(taskUsage)
    .set({ dueAt: new Date(), writableUntil: new Date(Date.now() - 1000) })
    .where(eq(taskUsage.agentId, 'gil'));
  await uses(gil, { bytes: 123, objects: 1 });
  await eventually(async () => {
    const [counted] = await home.open.platform.database
      .select()
      .from(taskUsage)
      .where(eq(taskUsage.agentId, 'gil'));
    expect(counted?.dueAt).toBeNull();
  });
});

test('work is removed before it is counted', async () => {
  const ivy = await RawAgent.admitted(home, 'ivy');
  const { oss } = await ivy.client(write('one'));
  home.emulator.setEvents(undefined);
  const folder = 'tasks/one/agents/ivy';
  for (const name of ['early', 'kept']) await oss.put(`${folder}/${name}`, Buffer.alloc(3));
  const asked = {
    object_keys: [
      `${folder}/early`,
      `${folder}/nothing`,
      `${folder}/../fay/mine`,
      'raw:tasks%2Fone%2Fagents%2Fivy%2F..%2Ffay%2Fmine',
      'tasks/one/agents/fay/mine',
      'tasks/two/agents/ivy/early',
      'tasks/one/manifest.json',
    ],
  };
  for (let request = 0; request < 2; request += 1) {
    const { status, body } = await ivy.call('POST', '/v1/tasks/one/artifacts/removal', asked);
    expect([status, body.object_keys]).toEqual([202, [`${folder}/early`]]);
  }
  const { store } = home.open.platform;
  await eventually(async () =>
    expect(await store.head(`${folder}/early`).catch((error) => error.code)).toBe('not_found'),
  );
  expect((await store.head(`${folder}/kept`)).size).toBe(3);
  expect((await listed(ivy, 'one')).filter(({ agent_id: author }) => author === 'ivy')).toEqual([]);
  // An agent without a credential for a folder cannot have put an object there.
  await store.put('tasks/two/agents/ivy/any', Buffer.alloc(1), { contentType: 'text/plain' });
  const unasked = { object_keys: ['tasks/two/agents/ivy/any'] };
  const { body } = await ivy.call('POST', '/v1/tasks/two/artifacts/removal', unasked);
  expect(body.object_keys).toEqual([]);
});
