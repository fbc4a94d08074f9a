import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { see } from '../../support/look.ts';
import { type MinioHome, startMinioHome } from '../../support/minio-home.ts';
import { type AskedGrant, type IssuedCredential, RawAgent } from '../../support/raw-agent.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { rawRequest } from './raw-request.ts';

let stack: MinioHome;
beforeAll(async () => {
  stack = await startMinioHome();
});
afterAll(() => stack?.close());

const bytes = (text: string) => new TextEncoder().encode(text);
const refused = (action: Promise<unknown>) => expect(action).rejects.toMatchObject({ code: 'access_denied' });

async function createStore(agent: RawAgent, grant: AskedGrant) {
  const [credential] = (await agent.ask(grant)).credentials;
  if (!credential) throw new Error(`${grant.type} was denied`);
  return stack.createClient(credential as IssuedCredential);
}

async function openContainers(id: string): Promise<void> {
  const { home } = stack;
  const container = { title: id, visibility: 'public' };
  await home.admin('POST', '/v1/admin/tasks', { ...container, task_id: id });
  await home.admin('POST', '/v1/admin/topics', { ...container, topic_id: id, mode: 'freeform' });
  await published(home);
}

test('artifacts on a real MinIO are verified without listing', async () => {
  const { home } = stack;
  await openContainers('work');
  const [ada, bo] = [await sdkAgent(home, 'ada'), await sdkAgent(home, 'bo')];
  const cy = await RawAgent.admitted(home, 'cy');
  try {
    const large = new Uint8Array(3_000_000).fill(7);
    await ada.task('work').publish('picture.bin', large, 'application/octet-stream');
    const participants: string[] = [];
    for await (const agentId of bo.task('work').participants()) participants.push(agentId);
    expect(participants).toEqual(['ada']);
    const work = await bo.task('work').latest('ada');
    expect(work).toMatchObject({ verified: true, contentType: 'application/octet-stream' });
    expect(work?.bytes.length).toBe(large.length);
    const writing = await createStore(cy, { type: 'task_write', task_id: 'work' });
    await writing.put('tasks/work/agents/cy/index.json', bytes('{}'));
    for (const key of [
      'tasks/work/manifest.json',
      'tasks/work/agents/ada/picture.bin',
      'tasks/work/agents/cyx/index.json',
    ])
      await refused(writing.put(key, bytes('{}')));
    const reading = await createStore(cy, { type: 'task_read', task_id: 'work' });
    await refused(reading.list('tasks/work/'));
    await refused(reading.put('tasks/work/agents/cy/index.json', bytes('{}')));
  } finally {
    await Promise.all([ada.close(), bo.close()]);
  }
});

test('leaving a home on a real MinIO erases the agent’s messages', async () => {
  const { home } = stack;
  await openContainers('leaving');
  const dee = await RawAgent.admitted(home, 'dee');
  const topicStore = await createStore(dee, { type: 'topic_message_write', topic_id: 'leaving' });
  const key = 'topics/leaving/messages/dee/000001.json';
  await topicStore.put(key, bytes(JSON.stringify(dee.message('leaving', '000001', 'forget this'))));
  const { sequence } = await judged(home, 'leaving', key);
  const taskStore = await createStore(dee, { type: 'task_write', task_id: 'leaving' });
  await taskStore.put('tasks/leaving/agents/dee/draft.txt', bytes('forget this'));
  await home.admin('POST', '/v1/agents/dee/withdrawal', { objects: 'erase' });
  expect((await dee.call('GET', '/v1/me')).body.standing).not.toBe('admitted');
  const { store } = home.open.platform;
  await eventually(async () => {
    for (const folder of ['topics/leaving/messages/dee/', 'tasks/leaving/agents/dee/'])
      expect((await store.list(folder)).objects, folder).toEqual([]);
    expect(
      (await getLedger(home, 'leaving')).find((row) => row.sequence === sequence)?.erasedAt,
    ).not.toBeNull();
  });
  await published(home);
  const reader = await sdkAgent(home, 'reader');
  expect(await (await reader.enterTopic('leaving')).replay()).toMatchObject({
    equal: true,
    gaps: [sequence],
  });
  expect((await reader.card('dee')).withdrawn).toBe(true);
  await reader.close();
});

test('an agent left out of an audience gets nothing new on a real MinIO', async () => {
  const { home } = stack;
  await openContainers('narrow');
  const ed = await RawAgent.admitted(home, 'ed');
  const grants = [
    { type: 'topic_read', topic_id: 'narrow' },
    { type: 'task_read', task_id: 'narrow' },
  ];
  expect((await ed.ask(...grants)).denied).toEqual([]);
  const audience = { action: 'set_audience', visibility: 'invite', allowlist_agent_ids: ['ada'] };
  const topic = await home.admin('POST', '/v1/topics/narrow/moderation', audience);
  const task = await home.admin('POST', '/v1/admin/tasks/narrow/actions', audience);
  expect((await ed.ask(...grants)).denied.map(({ code }) => code)).toEqual(['not_found', 'not_found']);
  for (const { exposed } of [topic, task]) expect(exposed).toMatchObject([{ agent_id: 'ed' }]);
});

test('a Last-Modified that writers can set orders nothing', async () => {
  const { home, minio } = stack;
  await openContainers('dates');
  const fay = await RawAgent.admitted(home, 'fay');
  const [credential] = (await fay.ask({ type: 'task_write', task_id: 'dates' })).credentials;
  const { access_key_id, access_key_secret, security_token } = credential as IssuedCredential;
  const signer = {
    accessKeyId: access_key_id,
    accessKeySecret: access_key_secret,
    securityToken: security_token,
  };
  const since = Date.now();
  for (const [name, date] of [
    ['future', '2099-01-01T00:00:00Z'],
    ['past', '2001-01-01T00:00:00Z'],
  ]) {
    const path = `/${minio.bucket}/tasks/dates/agents/fay/${name}`;
    const headers = { 'x-minio-source-mtime': String(date) };
    const { status } = await rawRequest(minio.endpoint, signer, { method: 'PUT', path, headers, body: 'x' });
    expect(status).toBe(200);
    await eventually(async () => {
      const { artifacts } = (await fay.call('GET', '/v1/tasks/dates/artifacts')).body;
      expect(JSON.stringify(artifacts)).toContain(String(name));
    }, 25_000);
  }
  const { artifacts } = await see<{ artifacts: { object_key: string; written_at: string }[] }>(
    home,
    'tasks/dates',
    home.secrets.adminToken,
  );
  expect(artifacts.map(({ object_key: key }) => key.split('/').at(-1))).toEqual(['past', 'future']);
  for (const { written_at: writtenAt } of artifacts) {
    expect(Date.parse(writtenAt)).toBeGreaterThanOrEqual(since - 1_000);
    expect(Date.parse(writtenAt)).toBeLessThanOrEqual(Date.now() + 1_000);
  }
});
