import { tables } from '@agent-home/database';
import { objectKey, sha256Hex } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { putLiteral, putMultipart, putSymlink } from '../support/hostile-writes.ts';
import { judged, published } from '../support/ledger.ts';
import { look, newOwner, see } from '../support/look.ts';
import { json, RawAgent } from '../support/raw-agent.ts';
import { sdkAgent } from '../support/sdk-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

/** What must never leave the places it is put in. */
const secret = 'the-lamp-is-under-the-third-stone';

let home: TestHome;
let held = '';
beforeAll(async () => {
  home = await startHome({
    faults: {
      // As on MinIO, where whoever drips bytes into a key keeps everybody's delete of it waiting.
      store: ({ method, path }) =>
        held !== '' && method === 'DELETE' && path.includes(held) ? { delayMs: 8_000 } : undefined,
    },
  });
  for (const id of ['open', 'yard', 'attic'])
    await home.admin('POST', '/v1/admin/tasks', { task_id: id, title: id, visibility: 'public' });
  await published(home);
});
afterAll(() => home.close());

const write = (taskId: string) => ({ type: 'task_write', task_id: taskId });
const indexOf = (agentId: string, key: string, sha256: string) => ({
  kind: 'task_agent_index',
  schema_version: 1,
  task_id: 'open',
  agent_id: agentId,
  updated_at: new Date().toISOString(),
  latest_artifact: { object_key: key, content_type: 'text/plain', sha256 },
});

interface Listed {
  agent_id: string;
  object_key: string;
  size_bytes: number;
  indexed: boolean;
  refusal?: string;
}
const listed = async (agent: RawAgent, taskId: string) =>
  ((await agent.call('GET', `/v1/tasks/${taskId}/artifacts`)).body.artifacts as Listed[]).filter(
    ({ agent_id: author }) => author === agent.agentId,
  );
const remove = (agent: RawAgent, taskId: string, keys: string[]) =>
  agent.call('POST', `/v1/tasks/${taskId}/artifacts/removal`, { object_keys: keys });
const isGone = async (key: string) => {
  const { objects } = await home.open.platform.store.list(key);
  expect(objects.map((object) => object.key)).not.toContain(key);
};

describe('work that its author has put something else over', () => {
  /** Keys of a private topic and of another owner's agent, all with the secret in them. */
  async function privatePlaces(): Promise<string[]> {
    const owner = await newOwner(home, 'vera');
    const victim = RawAgent.stranger(home, 'vic');
    await victim.register({ headers: { authorization: `Bearer ${owner}` } });
    await victim.call('POST', '/v1/agents/vic/admission');
    const topic = { topic_id: 'cellar', title: secret, mode: 'freeform', visibility: 'invite' };
    await home.admin('POST', '/v1/admin/topics', { ...topic, allowlist_agent_ids: ['vic'] });
    await published(home);
    const message = await victim.say('cellar', secret);
    const { sequence } = await judged(home, 'cellar', message);
    const bundle = { base_prompt: secret, scenarios: [] };
    const answer = await fetch(`${home.url}/v1/agents/vic/prompt-bundle`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
      body: JSON.stringify(bundle),
    });
    expect(answer.status).toBe(200);
    await published(home);
    return [
      message,
      objectKey('topic_ledger_entry', { topic_id: 'cellar', sequence }),
      objectKey('topic_state', { topic_id: 'cellar' }),
      objectKey('topic_manifest', { topic_id: 'cellar' }),
      objectKey('prompt_bundle', { agent_id: 'vic' }),
    ];
  }

  test('a link put over work after it was indexed opens nothing and proves nothing', async () => {
    const targets = await privatePlaces();
    const eve = await RawAgent.admitted(home, 'eve');
    const { oss } = await eve.client(write('open'));
    const folder = 'tasks/open/agents/eve/';
    const keys = targets.map((_, index) => `${folder}piece-${index}`);
    for (const key of keys) await oss.put(key, Buffer.from('harmless'));
    await eventually(async () => expect(await listed(eve, 'open')).toHaveLength(keys.length), 25_000);
    for (const key of keys) {
      const { status, text } = await look(home, `artifacts?key=${key}`);
      expect([status, text]).toEqual([200, 'harmless']);
    }
    const reader = await sdkAgent(home, 'reader');
    const pointer = { object_key: keys[0] ?? '', content_type: 'text/plain' };
    for (const [index, target] of targets.entries()) {
      const key = keys[index] ?? '';
      await putSymlink(oss, key, target);
      // Whether the hash of what one may not read is this one.
      const stored = await home.open.platform.store.get(target, { maxBytes: 1 << 20, timeoutMs: 5_000 });
      await oss.put(`${folder}index.json`, json(indexOf('eve', key, sha256Hex(stored.bytes))));
      const answer = await look(home, `artifacts?key=${key}`);
      expect([404, 409]).toContain(answer.status);
      if (answer.status === 409) expect(JSON.parse(answer.text)).toMatchObject({ code: 'artifact_changed' });
      expect(answer.text).not.toContain(secret);
      const { artifacts } = await see<{ artifacts: { hash_matches?: boolean }[] }>(home, 'tasks/open');
      expect(artifacts.filter((one) => one.hash_matches !== undefined)).toEqual([]);
    }
    // A reader's own rights are no better: what it may read is not to pass for somebody's work either.
    await oss.put(
      `${folder}index.json`,
      json({ ...indexOf('eve', keys[0] ?? '', ''), latest_artifact: pointer }),
    );
    await putSymlink(oss, keys[0] ?? '', objectKey('task_manifest', { task_id: 'open' }));
    await expect(reader.task('open').latest('eve')).rejects.toMatchObject({ code: 'not_plain' });
    await eventually(async () => {
      const rows = (await listed(eve, 'open')).map(({ refusal }) => refusal);
      expect(rows).toEqual(keys.map(() => 'not_plain'));
    }, 25_000);
    const { artifacts } = await see<{ artifacts: object[] }>(home, 'tasks/open');
    expect(artifacts).toEqual([]);
    await reader.close();
  }, 90_000);

  test('other bytes put over work since it was counted are no answer to whoever asks for it', async () => {
    const max = await RawAgent.admitted(home, 'max');
    await home.stopWorker();
    const { oss } = await max.client(write('yard'));
    const key = 'tasks/yard/agents/max/film';
    // In parts, as large work is.
    await putMultipart(oss, key, Buffer.from('the first cut'));
    await home.startWorker();
    await eventually(async () => expect(await listed(max, 'yard')).toHaveLength(1), 25_000);
    expect(await look(home, `artifacts?key=${key}`)).toMatchObject({ status: 200, text: 'the first cut' });
    await home.stopWorker();
    await oss.put(key, Buffer.from('the last! cut'));
    const swapped = await look(home, `artifacts?key=${key}`);
    expect(swapped.status).toBe(409);
    expect(JSON.parse(swapped.text)).toMatchObject({ code: 'artifact_changed' });
    await home.startWorker();
    await eventually(
      async () =>
        expect(await look(home, `artifacts?key=${key}`)).toMatchObject({
          status: 200,
          text: 'the last! cut',
        }),
      25_000,
    );
  }, 90_000);
});

describe('keys that nobody can use', () => {
  const odd = [
    'ctl-\u0001',
    'nul-\u0000',
    'line-\n',
    'up/../../../../platform/x',
    './dot',
    'del-\u007f',
    'c1-\u0085',
  ];

  test('an object at a key that nobody can use counts, is listed with its reason, and is removed to the letter', async () => {
    const [oda, ben] = [await RawAgent.admitted(home, 'oda'), await RawAgent.admitted(home, 'ben')];
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

    // Another agent's work goes while these are asked for.
    const own = await ben.client(write('attic'));
    await own.oss.put('tasks/attic/agents/ben/plain', Buffer.alloc(5));
    await eventually(async () => expect(await listed(ben, 'attic')).toHaveLength(1), 25_000);
    expect((await remove(oda, 'attic', names)).body.object_keys).toEqual(names);
    expect((await remove(ben, 'attic', ['tasks/attic/agents/ben/plain'])).status).toBe(202);
    await eventually(() => isGone('tasks/attic/agents/ben/plain'), 10_000);
    await eventually(async () => {
      expect((await home.open.platform.store.list(folder)).objects).toEqual([]);
    }, 10_000);
    expect((await home.open.platform.store.list('platform/keys.json')).objects).toHaveLength(1);
  }, 90_000);

  test('what cannot be deleted at the moment keeps nobody else’s work', async () => {
    const [hal, ida] = [await RawAgent.admitted(home, 'hal'), await RawAgent.admitted(home, 'ida')];
    for (const agent of [hal, ida]) {
      const { oss } = await agent.client(write('yard'));
      for (const name of ['held-1', 'held-2', 'other'])
        await oss.put(`tasks/yard/agents/${agent.agentId}/${name}`, Buffer.alloc(5));
      await eventually(async () => expect(await listed(agent, 'yard')).toHaveLength(3), 25_000);
    }
    held = '/hal/held-';
    const keys = (agentId: string) =>
      ['held-1', 'held-2', 'other'].map((name) => `tasks/yard/agents/${agentId}/${name}`);
    await remove(hal, 'yard', keys('hal'));
    await remove(ida, 'yard', keys('ida'));
    await eventually(async () => {
      for (const key of keys('ida')) await isGone(key);
      await isGone('tasks/yard/agents/hal/other');
    }, 15_000);
    expect((await home.open.platform.store.list('tasks/yard/agents/hal/held-')).objects).toHaveLength(2);
    held = '';
    await eventually(async () => {
      for (const key of keys('hal')) await isGone(key);
    }, 40_000);
  }, 120_000);
});

describe('an agent that is erased while it goes on writing', () => {
  test('an agent that keeps writing while it is erased keeps nobody waiting, and nothing of it stays', async () => {
    const [zed, sam] = [await RawAgent.admitted(home, 'zed'), await RawAgent.admitted(home, 'sam')];
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
    await home.admin('POST', '/v1/agents/zed/withdrawal', { objects: 'erase' });
    await remove(sam, 'attic', ['tasks/attic/agents/sam/plain']);
    await eventually(() => isGone('tasks/attic/agents/sam/plain'), 15_000);
    expect(writes).toBeGreaterThan(100);
    isWriting = false;
    await flood.catch(() => undefined);
    // Its last credential has ended.
    const { agentDepartures } = tables;
    await home.open.platform.database
      .update(agentDepartures)
      .set({ endsAt: new Date(), dueAt: new Date(), cursor: '', afterKey: '' })
      .where(eq(agentDepartures.agentId, 'zed'));
    await eventually(async () => {
      expect((await home.open.platform.store.list(folder)).objects).toEqual([]);
      expect(await home.open.platform.database.$count(agentDepartures)).toBe(0);
    }, 30_000);
  }, 120_000);
});

describe('a view of a task', () => {
  test('a view of a task asks the store for so many indexes and no more, and for none twice', async () => {
    const { database } = home.open.platform;
    await home.admin('POST', '/v1/admin/tasks', { task_id: 'fair', title: 'fair', visibility: 'public' });
    await published(home);
    const { oss } = await (await RawAgent.admitted(home, 'kim')).client(write('fair'));
    await oss.put('tasks/fair/agents/kim/index.json', json({}));
    const folder = (name: string) => `tasks/fair/agents/${name}/`;
    const names = Array.from({ length: 80 }, (_, index) => `crowd-${index}`);
    await database.insert(tables.taskArtifacts).values(
      names.flatMap((agentId) =>
        ['index.json', 'work'].map((file) => ({
          objectKey: folder(agentId) + file,
          taskId: 'fair',
          agentId,
          size: 2,
          etag: 'not-the-one',
          modifiedAt: new Date(),
        })),
      ),
    );
    const reads = () =>
      home.storeRequests.filter(
        ({ operation, key }) => operation === 'GetObject' && key?.startsWith('tasks/fair/agents/'),
      ).length;
    const { artifacts } = await see<{ artifacts: object[] }>(home, 'tasks/fair');
    expect(artifacts).toHaveLength(80);
    expect(reads()).toBe(50);

    await home.admin('POST', '/v1/admin/tasks', { task_id: 'booth', title: 'booth', visibility: 'public' });
    await published(home);
    const lee = await RawAgent.admitted(home, 'lee');
    const own = await lee.client(write('booth'));
    const key = 'tasks/booth/agents/lee/work';
    await own.oss.put(key, Buffer.from('work'));
    const index = { ...indexOf('lee', key, sha256Hex(Buffer.from('work'))), task_id: 'booth' };
    await own.oss.put('tasks/booth/agents/lee/index.json', json(index));
    const look = async () =>
      (await see<{ artifacts: { hash_matches?: boolean }[] }>(home, 'tasks/booth')).artifacts[0]
        ?.hash_matches;
    await eventually(async () => expect(await look()).toBe(true), 25_000);
    const before = home.storeRequests.length;
    expect(await look()).toBe(true);
    const asked = home.storeRequests
      .slice(before)
      .filter(({ key: at }) => at?.startsWith('tasks/booth/agents/'));
    expect(asked.filter(({ operation }) => operation === 'GetObject')).toEqual([]);
  }, 60_000);
});
