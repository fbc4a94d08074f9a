import { createAliyunBucketProtection } from '@agent-home/object-store';
import {
  applyLifecycle,
  deleteExpired,
  inspectLifecycle,
  inspectProtection,
  isInPlace,
  protectBucket,
} from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueueObjects } from '../../../packages/platform/src/publication/outbox/enqueue-object.ts';
import { publishStream } from '../../../packages/platform/src/publication/outbox/publish-stream.ts';
import { askToJoin, openApprovalCircle, requestIs } from '../../support/circles.ts';
import { eventually } from '../../support/eventually.ts';
import { judged, published } from '../../support/ledger.ts';
import { getId, json, RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let ada: RawAgent;
beforeAll(async () => {
  home = await startHome();
  ada = await RawAgent.admitted(home, 'ada');
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'talk',
    title: 'Talk',
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
});
afterAll(() => home.close());

const day = 86_400_000;
/** Returns the home after the given number of days. */
const after = (days: number) => ({
  ...home.open.platform,
  now: () => new Date(Date.now() + days * day),
});
const exists = (key: string) =>
  home.open.platform.store.head(key).then(
    () => true,
    () => false,
  );
const hasTicket = async (key: string) =>
  (await home.open.platform.database.$count(tables.tickets, eq(tables.tickets.objectKey, key))) === 1;

async function sayIn(bytes: (key: string) => Buffer): Promise<string> {
  const { oss, credential } = await ada.client({ type: 'topic_message_write', topic_id: 'talk' });
  const key = credential.keys[0]?.key ?? '';
  await oss.put(key, bytes(key));
  await judged(home, 'talk', key);
  return key;
}

test('refused and unjudged inputs expire, accepted ones stay', async () => {
  const { platform } = home.open;
  const good = await sayIn((key) => json(ada.message('talk', getId(key), 'kept')));
  const bad = await sayIn(() => Buffer.from('{"kind":'));
  // A granted key that was written after its deadline and never read. The same request granted the rejected key again.
  const { credential } = await ada.client({ type: 'topic_message_write', topic_id: 'talk' });
  const unseen = credential.keys.at(-1)?.key ?? '';
  await platform.store.put(unseen, new TextEncoder().encode('late'));
  await platform.database.execute(
    sql`update ${tables.tickets} set closed_at = now(), hinted_at = null where object_key in (${unseen}, ${bad})`,
  );

  await deleteExpired(after(6));
  expect(await Promise.all([good, bad, unseen].map(exists))).toEqual([true, true, true]);
  await deleteExpired(after(8));
  expect(await Promise.all([good, bad, unseen].map(exists))).toEqual([true, true, false]);
  await deleteExpired(after(31));
  expect(await Promise.all([good, bad].map(exists))).toEqual([true, false]);
  // No process can need these tickets any more, so the table does not grow with time.
  expect(await Promise.all([good, bad, unseen].map(hasTicket))).toEqual([false, false, false]);
  expect(await deleteExpired(after(31))).toBe(0);
});

test('two workers that clean up at once delete everything once', async () => {
  const { platform } = home.open;
  const keys = Array.from(
    { length: 60 },
    (_, index) => `topics/talk/messages/ada/x${String(index).padStart(3, '0')}.json`,
  );
  await Promise.all(keys.map((key) => platform.store.put(key, new TextEncoder().encode('x'))));
  const past = new Date(Date.now() - 20 * day);
  await platform.database.insert(tables.tickets).values(
    keys.map((objectKey) => ({
      objectKey,
      agentId: 'ada',
      topicId: 'talk',
      purpose: 'message' as const,
      notAfter: past,
      sweepAt: past,
      closedAt: past,
    })),
  );
  const counts = await Promise.all([deleteExpired(platform), deleteExpired(platform)]);
  // Each skips rows that the other has locked; the next round deletes the rows that both skipped.
  const rest = await deleteExpired(platform);
  expect(counts[0] + counts[1] + rest).toBe(60);
  expect((await platform.store.list('topics/talk/messages/ada/x')).objects).toEqual([]);
});

test('a key that is granted again is not deleted', async () => {
  const { platform } = home.open;
  const key = 'topics/talk/messages/ada/y000.json';
  const past = new Date(Date.now() - 20 * day);
  const row = { objectKey: key, agentId: 'ada', topicId: 'talk', purpose: 'message' as const, sweepAt: past };
  await platform.database.insert(tables.tickets).values({ ...row, notAfter: past, closedAt: past });
  await platform.database.transaction(async (transaction) => {
    await transaction
      .update(tables.tickets)
      .set({ closedAt: null, notAfter: new Date(Date.now() + day) })
      .where(eq(tables.tickets.objectKey, key));
    await platform.store.put(key, new TextEncoder().encode('new'));
    await deleteExpired(platform);
  });
  await deleteExpired(platform);
  expect(await exists(key)).toBe(true);
});

test('an undecided request to join stays, a decided one expires', async () => {
  await RawAgent.admitted(home, 'mod');
  await openApprovalCircle(home, 'ring', 'mod');
  await published(home);
  const { key, requestId } = await askToJoin(ada, 'ring', 'please');
  await requestIs(home, key, 'pending');
  await deleteExpired(after(400));
  expect(await exists(key)).toBe(true);
  const { circleJoinRequests } = tables;
  await home.open.platform.database
    .update(circleJoinRequests)
    .set({ status: 'rejected', decidedAt: new Date() })
    .where(eq(circleJoinRequests.requestId, requestId));
  await deleteExpired(after(89));
  expect(await exists(key)).toBe(true);
  await deleteExpired(after(91));
  expect(await exists(key)).toBe(false);
});

test('an expired result is not restored, and replacements are removed', async () => {
  const { platform } = home.open;
  const key = 'topics/talk/results/ada/r000001.json';
  const place = { topic_id: 'talk', agent_id: 'ada', request_id: 'r000001' };
  const decided = {
    request_type: 'propose_topic',
    outcome: 'rejected',
    reason_code: 'not_eligible',
    decided_at: new Date().toISOString(),
  };
  const body = { kind: 'topic_request_result', schema_version: 1, ...place, ...decided };
  await platform.database.transaction((transaction) =>
    enqueueObjects(transaction, [{ stream: 'topic/talk', objectKey: key, body }]),
  );
  await publishStream(platform, 'topic/talk');
  await eventually(async () => expect(await exists(key)).toBe(true));
  await deleteExpired(after(89));
  expect(await exists(key)).toBe(true);

  await deleteExpired(after(91));
  expect(await exists(key)).toBe(false);
  const checked = async () => {
    const open = sql`outcome = 'check' and object_key = ${key}`;
    expect(await platform.database.$count(tables.storeEvents, open)).toBe(0);
    expect(
      await platform.database.$count(tables.storeEvents, eq(tables.storeEvents.objectKey, key)),
    ).toBeGreaterThan(1);
  };
  // The store has sent the event of the deletion, and the worker has checked it.
  await eventually(checked);
  expect(await exists(key)).toBe(false);
  await platform.store.put(key, new TextEncoder().encode('{"forged":true}'));
  await eventually(async () => expect(await exists(key)).toBe(false));
  await eventually(checked);
});

test('a started worker has applied the bucket’s rules', async () => {
  const { store, config } = home.open.platform;
  expect(isInPlace(await inspectLifecycle(store, config))).toBe(true);
  const before = home.storeRequests.filter(({ operation }) => operation === 'PutBucketLifecycle').length;
  expect(isInPlace(await applyLifecycle(store, config))).toBe(true);
  const changed = { ...config, retention: { ...config.retention, heartbeatDays: 3 } };
  const foreign = { id: 'backup', prefix: 'backup/', days: 30 };
  await store.putLifecycle([foreign]);
  expect((await applyLifecycle(store, changed)).changed).toHaveLength(1);
  expect(isInPlace(await applyLifecycle(store, changed))).toBe(true);
  const after = home.storeRequests.filter(({ operation }) => operation === 'PutBucketLifecycle').length;
  expect(after - before).toBe(2);
  expect(await store.getLifecycle()).toContainEqual(foreign);
  expect(await store.getLifecycle()).toContainEqual({
    id: 'agent-home-heartbeats',
    prefix: 'agents/heartbeats/',
    days: 3,
  });
});

test('the bucket prevents overwriting by agents and public access', async () => {
  const { store: where, platformKey, forbidOverwrite: scope } = home.settings;
  if (where.kind !== 'aliyun') throw new Error('not OSS');
  const protection = createAliyunBucketProtection({ ...where.place, credentials: platformKey });
  const wanted = { roleArn: where.sts.roleArn, scope };
  expect((await inspectProtection(protection, wanted)).overwrite.isInPlace).toBe(false);
  await protection.putOverwriteRules([{ id: 'their-rule', prefix: 'backup/' }], 'their-');
  await protectBucket(protection, wanted);
  expect(await inspectProtection(protection, wanted)).toMatchObject({
    publicAccess: 'blocked',
    overwrite: { isInPlace: true },
  });
  expect(await protection.getOverwriteRules()).toContainEqual({ id: 'their-rule', prefix: 'backup/' });
  // The platform can still overwrite its own objects.
  await home.open.platform.store.put('agents/all/nobody.json', new TextEncoder().encode('1'));
  await home.open.platform.store.put('agents/all/nobody.json', new TextEncoder().encode('2'));
  await expect(
    protection.putOverwriteRules([{ id: 'agent-home-x', prefix: '' }], 'agent-home-'),
  ).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
