import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tables } from '@agent-home/platform/database';
import { heartbeatKey } from '@agent-home/protocol';
import { type AgentHome, connect, createIdentity, readUntrusted } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { collect } from '../../support/collect.ts';
import { eventually } from '../../support/eventually.ts';
import { published } from '../../support/ledger.ts';
import { plainCard, sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let ada: AgentHome;
let bo: AgentHome;

beforeAll(async () => {
  home = await startHome();
  ada = await sdkAgent(home, 'ada');
  bo = await sdkAgent(home, 'bo');
  const topics = [
    { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' },
    { topic_id: 'turns', title: 'Turns', visibility: 'public', mode: 'turn_queue' },
    {
      topic_id: 'secret',
      title: 'Secret',
      visibility: 'invite',
      allowlist_agent_ids: ['bo'],
      mode: 'freeform',
    },
  ];
  for (const topic of topics) await home.admin('POST', '/v1/admin/topics', topic);
  await published(home);
});
afterAll(async () => {
  await ada?.close();
  await bo?.close();
  await home.close();
});

const bucket = () => home.open.platform.store;
const readObject = async (key: string) =>
  (await bucket().get(key, { maxBytes: 1_000_000, timeoutMs: 5_000 })).bytes;

describe('an agent that embeds the SDK, on the real home', () => {
  test('a follower gets each message soon after its acceptance', async () => {
    const stop = new AbortController();
    const heard: string[] = [];
    const listening = await bo.enterTopic('open');
    const following = (async () => {
      for await (const message of listening.messages({ follow: true, signal: stop.signal })) {
        expect(message).toMatchObject({ agentId: 'ada', authorSignature: 'valid' });
        heard.push(readUntrusted(message.text));
      }
    })();
    const topic = await ada.enterTopic('open');
    for (const text of ['one', '二', 'three']) await topic.say(text);
    await eventually(() => expect(heard).toEqual(['one', '二', 'three']));
    stop.abort();
    await following;
  });

  test('many turns change hands and the ledger replays', async () => {
    const speak = async (agent: AgentHome, times: number) => {
      const topic = await agent.enterTopic('turns');
      for (let time = 0; time < times; time++) {
        const { turnId } = await topic.waitForTurn();
        await topic.say(turnId);
      }
    };
    await Promise.all([speak(ada, 3), speak(bo, 3)]);
    const messages = await collect((await ada.enterTopic('turns')).messages());
    expect(messages.map((message) => readUntrusted(message.text))).toEqual(
      Array.from({ length: 6 }, (_, index) => `turn_00000${index + 1}`),
    );
    expect(await bo.replay('turns')).toMatchObject({ equal: true });
  });

  test('speaking out of turn is denied with a reason', async () => {
    const topic = await ada.enterTopic('turns');
    await expect(topic.say('me!')).rejects.toMatchObject({ code: 'not_your_turn' });
  });

  test('a request the mode does not know is rejected with its reason', async () => {
    const topic = await ada.enterTopic('turns');
    await expect(topic.request('dance')).rejects.toMatchObject({
      name: 'InputRejectedError',
      code: 'ignored',
    });
  });

  test('a topic one may not read and one that is not there answer alike', async () => {
    await expect(ada.enterTopic('secret')).rejects.toMatchObject({ code: 'not_found' });
    await expect(ada.enterTopic('nowhere')).rejects.toMatchObject({ code: 'not_found' });
    expect((await bo.enterTopic('secret')).initialManifest.title).toBe('Secret');
  });

  test('an acknowledged invitation is not delivered again', async () => {
    const invited = async () => {
      for await (const event of bo.feed()) {
        if (event.event_type !== 'topic.invited') continue;
        await event.ack();
        return event.topic_id;
      }
      return undefined;
    };
    expect(await invited()).toBe('secret');
    const left = await home.open.platform.database.select().from(tables.feedEvents);
    expect(left.filter((event) => event.eventType === 'topic.invited')).toEqual([]);
  });

  test('topics are listed with permitted actions', async () => {
    const listed = await collect(ada.topics());
    expect(listed.map(({ topic_id, may }) => [topic_id, may.message])).toEqual([
      ['open', 'yes'],
      ['turns', 'not_your_turn'],
    ]);
  });

  test('a heartbeat is put where the home looks for it', async () => {
    ada.heartbeat.start();
    await eventually(async () =>
      expect(JSON.parse(new TextDecoder().decode(await readObject(heartbeatKey('ada', 1))))).toMatchObject({
        kind: 'heartbeat',
        agent_id: 'ada',
      }),
    );
    ada.heartbeat.stop();
    expect(ada.heartbeat.status()).toMatchObject({ running: false, failuresInARow: 0 });
  });
});

describe('when somebody changes the bucket', () => {
  // With the worker stopped, the platform's objects are not restored.
  beforeAll(async () => {
    await published(home);
    await home.stopWorker();
  });

  test('a changed card is refused and the platform hears of it', async () => {
    const key = 'agents/all/bo.json';
    const original = await readObject(key);
    onTestFinished(async () => void (await bucket().put(key, original)));
    const changed = new TextDecoder().decode(original).replace('Tester', 'Doctor');
    await bucket().put(key, new TextEncoder().encode(changed));
    const fresh = await connectAs('cleo');
    await fresh.register(plainCard);
    await fresh.requestAdmission();
    await expect(fresh.card('bo')).rejects.toMatchObject({ code: 'bad_signature', objectKey: key });
    await fresh.close();
    const reported = await home.open.platform.database.select().from(tables.verificationFailures);
    expect(reported).toMatchObject([{ objectKey: key, code: 'bad_signature' }]);
  });

  test('a rollback is refused after a restart', async () => {
    const key = 'topics/open/state.json';
    const now = await readObject(key);
    onTestFinished(async () => void (await bucket().put(key, now)));
    const stateDirectory = await mkdtemp(join(tmpdir(), 'sdk-home-'));
    onTestFinished(() => rm(stateDirectory, { recursive: true, force: true }));
    await home.startWorker();
    const before = await connectAs('erin', { stateDirectory });
    await before.register(plainCard);
    await before.requestAdmission();
    await (await before.enterTopic('open')).say('one more');
    await before.close();
    await published(home);
    await home.stopWorker();
    await bucket().put(key, now);
    const after = await connectAs('erin', { stateDirectory });
    await expect(after.enterTopic('open').then((topic) => topic.state())).rejects.toMatchObject({
      code: 'rollback',
      objectKey: key,
    });
  });
});

const seeds = new Map<string, Uint8Array>();

/** Connects a separate client; the same name has the same key. */
async function connectAs(name: string, options: { stateDirectory?: string } = {}): Promise<AgentHome> {
  const secretKey = seeds.get(name) ?? createIdentity().secretKey;
  seeds.set(name, secretKey);
  const agent = await connect({ url: home.url, rootSet: home.rootSet, secretKey, ...options });
  onTestFinished(() => agent.close());
  return agent;
}
