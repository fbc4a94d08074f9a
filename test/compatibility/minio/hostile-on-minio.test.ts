import { gzipSync } from 'node:zlib';
import { administerTopic, publishStream } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { objectKey } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { type MinioHome, startMinioHome } from '../../support/minio-home.ts';
import { getId, type IssuedCredential, json, RawAgent } from '../../support/raw-agent.ts';
import type { TestHome } from '../../support/start-home.ts';
import { answerTo, openRequest, type RawRequest, rawRequest } from './raw-request.ts';

let stack: MinioHome;
let home: TestHome;
let eve: RawAgent;
let bo: RawAgent;

beforeAll(async () => {
  stack = await startMinioHome({ AGENT_HOME_DEADLINE_GRACE_SECONDS: '0.5' });
  home = stack.home;
  eve = await RawAgent.admitted(home, 'eve');
  bo = await RawAgent.admitted(home, 'bo');
  const topic = { visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', { topic_id: 'talk', title: 'Talk', ...topic });
  const turns = { mode: 'turn_queue', rules: { turn_ttl_seconds: 2 } };
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'turns',
    title: 'Turns',
    visibility: 'public',
    ...turns,
  });
  await published(home);
});
afterAll(() => stack?.close());

async function ticket(agent: RawAgent, topicId: string, type = 'topic_message_write') {
  const { credentials, denied } = await agent.ask({ type, topic_id: topicId });
  const [credential] = credentials;
  const key = credential?.keys[0]?.key;
  if (!credential || key === undefined) throw new Error(`denied: ${denied[0]?.code}`);
  return { credential, key };
}

/** Sends directly to MinIO with the holder's own credential, bypassing clients and proxies. */
function send(credential: IssuedCredential, request: RawRequest) {
  return rawRequest(stack.minio.endpoint, signerOf(credential), request);
}

const signerOf = (credential: IssuedCredential) => ({
  accessKeyId: credential.access_key_id,
  accessKeySecret: credential.access_key_secret,
  securityToken: credential.security_token,
});
const pathOf = (key: string) => `/${stack.minio.bucket}/${key}`;

/** Expects another agent to continue undisturbed. */
async function othersGoOn(words: string): Promise<void> {
  const { credential, key } = await ticket(bo, 'talk');
  await stack.createClient(credential).put(key, new Uint8Array(json(bo.message('talk', getId(key), words))));
  expect(await judged(home, 'talk', key)).toMatchObject({ outcome: 'accepted' });
}

describe('the holder of one exact key on MinIO', () => {
  test('a message that claims to be old stretches no turn', async () => {
    const join = await ticket(eve, 'turns', 'topic_request_write');
    const request = json(eve.request('turns', getId(join.key), 'queue_join'));
    await stack.createClient(join.credential).put(join.key, new Uint8Array(request));
    await judged(home, 'turns', join.key);
    const { credential, key } = await ticket(eve, 'turns');
    await eventually(async () => {
      const entries = await getLedger(home, 'turns');
      if (!entries.some((entry) => entry.inputType === 'deadline')) throw new Error('the turn is not over');
    });
    const body = json(eve.message('turns', getId(key), 'in time, honestly'));
    const answer = await send(credential, {
      method: 'PUT',
      path: pathOf(key),
      body,
      unsigned: { 'x-minio-source-mtime': '2020-01-01T00:00:00Z' },
    });
    expect(answer.status).toBe(200);
    await othersGoOn('after the forged time');
    const accepted = (await getLedger(home, 'turns')).filter(
      (entry) => entry.objectKey === key && entry.outcome === 'accepted',
    );
    expect(accepted).toEqual([]);
  });

  test('an accepted message survives a forged change of its object', async () => {
    const { credential, key } = await ticket(eve, 'talk');
    const body = json(eve.message('talk', getId(key), 'what I said'));
    await stack.createClient(credential).put(key, new Uint8Array(body));
    const row = await judged(home, 'talk', key);
    const { etag, lastModified } = await home.open.platform.store.head(key);
    const changed = Buffer.from(body.toString().replace('what I said', 'what I deny'));
    const unsigned = { 'x-minio-source-etag': etag, 'x-minio-source-mtime': lastModified.toISOString() };
    expect(
      (await send(credential, { method: 'PUT', path: pathOf(key), body: changed, unsigned })).status,
    ).toBe(200);
    await othersGoOn('after the forged tag');
    const now = (await getLedger(home, 'talk')).find((entry) => entry.sequence === row.sequence);
    expect(now?.bodyText).toContain('what I said');
    expect((await getLedger(home, 'talk')).filter((entry) => entry.objectKey === key)).toHaveLength(1);
  });

  test('a compressed bomb and 64 MB are refused unread', async () => {
    const bomb = await ticket(eve, 'talk');
    const headers = { 'content-encoding': 'gzip' };
    const zipped = gzipSync(Buffer.alloc(20_000_000, 'x'));
    await send(bomb.credential, { method: 'PUT', path: pathOf(bomb.key), body: zipped, headers });
    expect(await judged(home, 'talk', bomb.key)).toMatchObject({
      outcome: 'rejected',
      reason: 'content_encoding',
      bodyText: null,
    });
    const large = await ticket(eve, 'talk');
    expect(large.key).toBe(bomb.key);
    await send(large.credential, { method: 'PUT', path: pathOf(large.key), body: Buffer.alloc(64_000_000) });
    await eventually(async () => {
      const reasons = (await getLedger(home, 'talk')).map((entry) => entry.reason);
      expect(reasons).toContain('too_large');
    });
    await othersGoOn('after the bombs');
  });

  test('a slow put at a key harms its owner alone', { timeout: 60_000 }, async () => {
    const { credential, key } = await ticket(eve, 'talk');
    const request = { method: 'PUT', path: pathOf(key), headers: { 'if-none-match': '*' } };
    const drip = openRequest(stack.minio.endpoint, signerOf(credential), request, 1_000);
    const answer = answerTo(drip).catch(() => undefined);
    drip.write('x');
    await othersGoOn('while the key is held');
    await othersGoOn('and again');
    drip.destroy();
    await answer;
  });

  test('a slash after the key writes nothing that is judged', async () => {
    const { credential, key } = await ticket(eve, 'talk');
    const before = (await getLedger(home, 'talk')).length;
    await send(credential, { method: 'PUT', path: `${pathOf(key)}/`, body: '' });
    await othersGoOn('after the slash');
    expect((await getLedger(home, 'talk')).length).toBe(before + 1);
  });
});

test('a stalled publisher cannot replace a newer version on MinIO', {
  timeout: 40_000,
}, async () => {
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'stalled',
    title: 'S',
    visibility: 'public',
    mode: 'turn_queue',
  });
  await published(home);
  await home.stopWorker();
  const { platform } = home.open;
  const stateKey = objectKey('topic_state', { topic_id: 'stalled' });
  for (const id of ['one', 'two']) await RawAgent.stranger(home, id).register();
  await administerTopic(platform, 'stalled', { action: 'remove_agent', agent_id: 'one' });
  const gate = { reached: () => {}, resume: () => {} };
  const reached = new Promise<void>((resolve) => {
    gate.reached = resolve;
  });
  const resumed = new Promise<void>((resolve) => {
    gate.resume = resolve;
  });
  const outcomes: string[] = [];
  const store = new Proxy(platform.store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name !== 'put') return member.bind(target);
      return async (key: string, bytes: Uint8Array, options: object) => {
        if (key === stateKey) {
          gate.reached();
          await resumed;
        }
        return target.put(key, bytes, options).catch((error: { code: string }) => {
          outcomes.push(error.code);
          throw error;
        });
      };
    },
  });
  const stalled = publishStream({ ...platform, store }, 'topic/stalled');
  await reached;
  await administerTopic(platform, 'stalled', { action: 'remove_agent', agent_id: 'two' });
  await home.startWorker();
  const { publishedObjects } = tables;
  const row = () =>
    platform.database.select().from(publishedObjects).where(eq(publishedObjects.objectKey, stateKey));
  await eventually(
    async () => expect((await row())[0]).toMatchObject({ version: 3, confirmedVersion: 3 }),
    20_000,
  );
  gate.resume();
  await stalled;
  // The store itself refused the late put: the old version never returned, not even for a moment.
  expect(outcomes).toEqual(['precondition_failed']);
  const { bytes } = await platform.store.get(stateKey, { maxBytes: 100_000, timeoutMs: 5_000 });
  expect(new TextDecoder().decode(bytes)).toBe((await row())[0]?.confirmedText);
});
