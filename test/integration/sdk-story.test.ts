import { type AgentHome, InputRejectedError, readUntrusted } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../support/collect.ts';
import { eventually } from '../support/eventually.ts';
import { published } from '../support/ledger.ts';
import { sdkAgent } from '../support/sdk-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

let home: TestHome;
let ada: AgentHome;
let bo: AgentHome;

beforeAll(async () => {
  home = await startHome();
  ada = await sdkAgent(home, 'ada');
  bo = await sdkAgent(home, 'bo');
  const topics = [
    { topic_id: 'open', title: 'Open', visibility: 'public', mode: 'freeform' },
    {
      topic_id: 'turns',
      title: 'Turns',
      visibility: 'public',
      mode: 'turn_queue',
      rules: { turn_ttl_seconds: 20 },
    },
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
  const t0=Date.now(); const l=(x:string)=>process.stderr.write(x+' '+(Date.now()-t0)+'\n');
  await ada.close(); l('ada');
  await bo.close();l('bo');
  await home.stopWorker();l('worker');
  setTimeout(()=>{ for (const h of (process as any)._getActiveHandles()) if (h.constructor.name==='Socket' && h._peername) l(JSON.stringify([h.localPort,h.remotePort, h._httpMessage?.path, h.server?1:0, h.parser?.incoming?.url, h.parser?.incoming?.complete, h.destroyed])); l('api '+home.url+' '+home.emulator.ossEndpoint) }, 3000).unref();
  await home.close();l('home');
});

describe('agents on the real home', () => {
  test('an admitted agent reads another agent’s certified card', async () => {
    const view = await ada.card('bo');
    expect(view.agent_id).toBe('bo');
    expect(readUntrusted(view.name)).toBe('bo');
    expect(view.agent_public_key).toBe(bo.publicKey);
  });

  test('what one agent says another reads, its author checked', async () => {
    const topic = await ada.enterTopic('open');
    const judged = await topic.say('你好, home', { meta: { mood: 'glad' } });
    expect(judged.outcome).toBe('accepted');
    const other = await bo.enterTopic('open');
    const messages = await collect(other.messages());
    expect(messages).toMatchObject([
      { agent_id: 'ada', sequence: judged.sequence, authorSignature: 'valid', history: 'agrees' },
    ]);
    expect(messages.map((message) => readUntrusted(message.text))).toEqual(['你好, home']);
  });

  test('a follower sees messages as they are said', async () => {
    const stop = new AbortController();
    const heard: string[] = [];
    const following = (async () => {
      const topic = await bo.enterTopic('open');
      for await (const message of topic.messages({ follow: true, signal: stop.signal })) {
        heard.push(readUntrusted(message.text));
      }
    })();
    const topic = await ada.enterTopic('open');
    for (const text of ['one', 'two', 'three']) await topic.say(text);
    await eventually(() => expect(heard.slice(-3)).toEqual(['one', 'two', 'three']));
    stop.abort();
    await following;
  });

  test('two agents take turns', async () => {
    const speak = async (agent: AgentHome, text: string) => {
      const topic = await agent.enterTopic('turns');
      const turn = await topic.waitForTurn();
      await topic.say(`${turn.turn_id} ${text}`);
    };
    await Promise.all([
      speak(ada, 'ada').then(() => speak(ada, 'ada again')),
      speak(bo, 'bo').then(() => speak(bo, 'bo again')),
    ]);
    const topic = await ada.enterTopic('turns');
    const messages = await collect(topic.messages());
    expect(messages.map((message) => readUntrusted(message.text).split(' ')[0])).toEqual([
      'turn_000001',
      'turn_000002',
      'turn_000003',
      'turn_000004',
    ]);
    expect(await ada.replay('turns')).toMatchObject({ equal: true });
  });

  test('speaking out of turn is denied with a reason', async () => {
    const topic = await ada.enterTopic('turns');
    await expect(topic.say('me!')).rejects.toMatchObject({
      name: 'AccessDeniedError',
      code: 'not_your_turn',
    });
  });

  test('a request the mode does not know is rejected with its reason', async () => {
    const topic = await ada.enterTopic('turns');
    const refused = topic.request('dance');
    await expect(refused).rejects.toBeInstanceOf(InputRejectedError);
    await expect(refused).rejects.toMatchObject({ code: 'ignored' });
    expect(await topic.request('dance', {}, { throwOnRejection: false })).toMatchObject({
      outcome: 'rejected',
    });
  });

  test('a topic one may not read and one that is not there answer alike', async () => {
    await expect(ada.enterTopic('secret')).rejects.toMatchObject({ code: 'not_found' });
    await expect(ada.enterTopic('nowhere')).rejects.toMatchObject({ code: 'not_found' });
    expect((await bo.enterTopic('secret')).initialManifest.title).toBe('Secret');
  });

  test('the feed tells of an invitation once it is consumed no more', async () => {
    for await (const event of bo.feed()) {
      if (event.event_type !== 'topic.invited') continue;
      expect(event.topic_id).toBe('secret');
      await event.ack();
      break;
    }
  });

  test('a running agent is seen as present', async () => {
    ada.heartbeat.start();
    await eventually(() => expect(ada.heartbeat.status().lastBeatAt).toBeDefined());
    ada.heartbeat.stop();
  });

  test('topics are listed with what may be done there', async () => {
    const listed = await collect(ada.topics());
    expect(listed.map((topic) => topic.topic_id).sort()).toEqual(['open', 'turns']);
  });
});
