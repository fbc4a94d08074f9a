import { tables } from '@agent-home/database';
import { type ObjectStore, ObjectStoreError } from '@agent-home/object-store';
import { administerTopic, type PublishingPlatform, publishStream } from '@agent-home/platform';
import { objectKey } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { published } from '../support/ledger.ts';
import { RawAgent } from '../support/raw-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

let home: TestHome;
let store: ObjectStore;

beforeAll(async () => {
  home = await startHome();
  store = home.open.platform.store;
});
afterAll(() => home.close());

async function textAt(key: string): Promise<string> {
  const { bytes } = await store.get(key, { maxBytes: 1_000_000, timeoutMs: 5_000 });
  return new TextDecoder().decode(bytes);
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const openTopic = (topicId: string) =>
  home.admin('POST', '/v1/admin/topics', {
    topic_id: topicId,
    title: 'T',
    visibility: 'public',
    mode: 'turn_queue',
  });

/** The platform with another way to put; everything else is the real one. */
function publishingWith(put: ObjectStore['put']): PublishingPlatform {
  const overridden: Pick<ObjectStore, 'put'> = { put };
  const wrapped = new Proxy(store, {
    get: (target, name) => {
      if (name === 'put') return overridden.put;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { ...home.open.platform, store: wrapped };
}

test('a platform object that was changed or deleted is put back', async () => {
  await RawAgent.admitted(home, 'ada');
  await openTopic('tampered');
  await published(home);
  const keys = [
    objectKey('topic_state', { topic_id: 'tampered' }),
    objectKey('topic_manifest', { topic_id: 'tampered' }),
    objectKey('topic_ledger_entry', { topic_id: 'tampered', sequence: 1 }),
    objectKey('agent_card', { agent_id: 'ada' }),
    objectKey('platform_keys'),
  ];
  const before = new Map(await Promise.all(keys.map(async (key) => [key, await textAt(key)] as const)));
  for (const key of keys) await store.put(key, bytesOf(`${before.get(key)} `));
  await store.delete(objectKey('topic_ledger_entry', { topic_id: 'tampered', sequence: 1 }));
  await eventually(async () => {
    for (const key of keys) expect(await textAt(key)).toBe(before.get(key));
  });
});

test('a version is signed once, whatever becomes of the put', async () => {
  await home.stopWorker();
  await openTopic('signed-once');
  const stream = 'topic/signed-once';
  const refusing = publishingWith(() => Promise.reject(new ObjectStoreError('access_denied', 'not now')));
  await expect(publishStream(refusing, stream)).rejects.toMatchObject({ code: 'access_denied' });
  const { outbox } = tables;
  const rows = await home.open.platform.database.select().from(outbox).where(eq(outbox.stream, stream));
  expect(rows.length).toBeGreaterThanOrEqual(3);
  await publishStream(home.open.platform, stream);
  for (const row of rows) expect(await textAt(row.objectKey)).toBe(row.signedText);
  await home.startWorker();
});

test('after an outcome nobody knows the publisher reads back instead of putting again', async () => {
  await home.stopWorker();
  await openTopic('unknown-outcome');
  const puts: string[] = [];
  const losing = publishingWith(async (key, bytes, options) => {
    puts.push(key);
    await store.put(key, bytes, options);
    throw new ObjectStoreError('timeout', 'the answer was lost');
  });
  await publishStream(losing, 'topic/unknown-outcome');
  expect(new Set(puts).size).toBe(puts.length);
  await published(home);
  await home.startWorker();
});

test('a ledger entry lies in the bucket before the state that names it', async () => {
  await home.stopWorker();
  await openTopic('in-order');
  await administerTopic(home.open.platform, 'in-order', { action: 'remove_agent', agent_id: 'nobody' });
  const stateKey = objectKey('topic_state', { topic_id: 'in-order' });
  const order: string[] = [];
  const failing = publishingWith(async (key, bytes, options) => {
    if (key.endsWith('ledger/0000000002.json')) throw new ObjectStoreError('access_denied', 'not now');
    order.push(key);
    return store.put(key, bytes, options);
  });
  await expect(publishStream(failing, 'topic/in-order')).rejects.toMatchObject({ code: 'access_denied' });
  expect(order).not.toContain(stateKey);
  const recording = publishingWith((key, bytes, options) => {
    order.push(key);
    return store.put(key, bytes, options);
  });
  await publishStream(recording, 'topic/in-order');
  const lastEntry = objectKey('topic_ledger_entry', { topic_id: 'in-order', sequence: 2 });
  expect(order.indexOf(stateKey)).toBeGreaterThan(order.indexOf(lastEntry));
  expect(order.indexOf(lastEntry)).toBeGreaterThanOrEqual(0);
  await home.startWorker();
});

test('a publisher that stalled in the middle of a put leaves no old version behind', {
  timeout: 40_000,
}, async () => {
  await openTopic('stalled');
  await published(home);
  await home.stopWorker();
  const stateKey = objectKey('topic_state', { topic_id: 'stalled' });
  await administerTopic(home.open.platform, 'stalled', { action: 'remove_agent', agent_id: 'one' });
  let resume = () => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  let reached = () => {};
  const stalledThere = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const stalling = publishingWith(async (key, bytes, options) => {
    if (key === stateKey) {
      reached();
      await resumed;
    }
    return store.put(key, bytes, options);
  });
  const stalled = publishStream(stalling, 'topic/stalled');
  await stalledThere;
  await administerTopic(home.open.platform, 'stalled', { action: 'remove_agent', agent_id: 'two' });
  // Another worker takes over once the lease of the stalled one has run out.
  await home.startWorker();
  const newest = await eventually(async () => {
    const state = JSON.parse(await textAt(stateKey)) as { ledger: { sequence: number } };
    expect(state.ledger.sequence).toBe(3);
    return textAt(stateKey);
  }, 20_000);
  resume();
  await stalled;
  await eventually(async () => expect(await textAt(stateKey)).toBe(newest));
  const { publishedObjects } = tables;
  const [row] = await home.open.platform.database
    .select()
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, stateKey));
  expect(row).toMatchObject({ version: 3, confirmedVersion: 3, confirmedText: newest });
});
