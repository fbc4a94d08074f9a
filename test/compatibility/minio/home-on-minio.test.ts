import { heartbeatKey } from '@agent-home/protocol';
import { type AgentHome, readUntrusted } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { type MinioHome, startMinioHome } from '../../support/minio-home.ts';
import { getId, type IssuedCredential, json, RawAgent } from '../../support/raw-agent.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import type { TestHome } from '../../support/start-home.ts';

let stack: MinioHome;
let home: TestHome;
let ada: AgentHome;
let bo: AgentHome;
let cy: RawAgent;

beforeAll(async () => {
  stack = await startMinioHome({ AGENT_HOME_SWEEP_FIRST_SECONDS: '30' });
  home = stack.home;
  ada = await sdkAgent(home, 'ada');
  bo = await sdkAgent(home, 'bo');
  cy = await RawAgent.admitted(home, 'cy');
  const turns = { topic_id: 'turns', title: 'Turns', mode: 'turn_queue', rules: { turn_ttl_seconds: 4 } };
  await home.admin('POST', '/v1/admin/topics', { ...turns, visibility: 'public' });
  const secret = { topic_id: 'secret', title: 'Secret', mode: 'freeform', visibility: 'invite' };
  await home.admin('POST', '/v1/admin/topics', { ...secret, allowlist_agent_ids: ['ada'] });
  await published(home);
});
afterAll(async () => {
  await ada?.close();
  await bo?.close();
  await stack?.close();
});

const createClient = (credential: IssuedCredential) => stack.createClient(credential);

async function loadCredential(grant: { type: string; topic_id?: string }): Promise<IssuedCredential> {
  const { credentials, denied } = await cy.ask(grant);
  if (!credentials[0]) throw new Error(`${grant.type} was denied: ${denied[0]?.code}`);
  return credentials[0];
}

const refused = (action: Promise<unknown>) => expect(action).rejects.toMatchObject({ code: 'access_denied' });
const bytes = (value: unknown) => new Uint8Array(json(value));

describe('the same home on a real MinIO', () => {
  test('two speakers on MinIO take turns, and ledgers replay', async () => {
    const [mine, hers] = [await ada.enterTopic('turns'), await bo.enterTopic('turns')];
    await mine.waitForTurn();
    const boWaits = hers.waitForTurn();
    expect((await mine.say('on MinIO 你好')).outcome).toBe('accepted');
    await boWaits;
    expect((await hers.say('indeed')).outcome).toBe('accepted');
    const heard: string[] = [];
    for await (const message of mine.messages()) heard.push(readUntrusted(message.text));
    expect(heard).toEqual(['on MinIO 你好', 'indeed']);
    expect(await mine.replay()).toMatchObject({ equal: true });
    // The ledger contains no write time, because the writers of this store can set it.
    for (const entry of await getLedger(home, 'turns')) expect(entry.header).not.toContain('written_at');
  });

  test('a late message of a silent speaker is not accepted', async () => {
    const store = createClient(await loadCredential({ type: 'topic_request_write', topic_id: 'turns' }));
    const key = (await loadCredential({ type: 'topic_request_write', topic_id: 'turns' })).keys[0]?.key ?? '';
    await store.put(key, bytes(cy.request('turns', getId(key), 'queue_join')));
    expect(await judged(home, 'turns', key)).toMatchObject({ outcome: 'accepted' });
    const credential = await loadCredential({ type: 'topic_message_write', topic_id: 'turns' });
    const messageKey = credential.keys[0]?.key ?? '';
    const topic = await ada.enterTopic('turns');
    await topic.waitForTurn();
    // On this store the credential outlives the turn; the judgement of the platform enforces the limit.
    await createClient(credential).put(messageKey, bytes(cy.message('turns', getId(messageKey), 'too late')));
    await topic.say('still my turn');
    const accepted = (await getLedger(home, 'turns')).filter(
      (entry) => entry.objectKey === messageKey && entry.outcome === 'accepted',
    );
    expect(accepted).toEqual([]);
    expect(await topic.replay()).toMatchObject({ equal: true });
  });

  test('an agent’s credentials open exactly the granted keys', async () => {
    const read = createClient(await loadCredential({ type: 'topic_read', topic_id: 'turns' }));
    const limits = { maxBytes: 100_000, timeoutMs: 5_000 };
    await read.get('topics/turns/state.json', limits);
    await refused(read.get('topics/secret/manifest.json', limits));
    for (const prefix of ['', 'topics/', 'topics/turns/', 'topics/secret/']) await refused(read.list(prefix));
    await refused(read.put('topics/turns/state.json', bytes({})));
    const heartbeat = createClient(await loadCredential({ type: 'heartbeat_write' }));
    await heartbeat.put(heartbeatKey('cy', 1), bytes({}));
    await refused(heartbeat.put(heartbeatKey('ada', 1), bytes({})));
    await refused(heartbeat.put('agents/all/cy.json', bytes({})));
    const request = await loadCredential({ type: 'topic_request_write', topic_id: 'turns' });
    const own = request.keys[0]?.key ?? '';
    await refused(createClient(request).put(own.replace('/cy/', '/ada/'), bytes({})));
    await refused(createClient(request).delete(own));
    expect((await cy.ask({ type: 'topic_read', topic_id: 'secret' })).denied[0]?.code).toBe('not_found');
  });
});
