import { publishPresence } from '@agent-home/platform';
import { heartbeatKey, heartbeatShard } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFeed } from '../../../support/feed.ts';
import { judged, published } from '../../../support/ledger.ts';
import { json, RawAgent } from '../../../support/raw-agent.ts';
import { readCertified } from '../../../support/read-certified.ts';
import { freeform, type RegistryHome, startRegistryHome } from './registry-home.ts';

let here: RegistryHome;
beforeAll(async () => {
  here = await startRegistryHome();
});
afterAll(() => here.home.close());

describe('the feed', () => {
  const read = async (agent: RawAgent, query = '') => {
    return (await readFeed(agent, query)).events;
  };
  const acknowledge = async (agent: RawAgent, ids: string[]) =>
    (await agent.call('POST', '/v1/feed/ack', { event_ids: ids })).body.acknowledged;

  test('an agent reads and acknowledges only its own events', async () => {
    const dee = await RawAgent.admitted(here.home, 'dee');
    const [admitted, ...more] = await read(dee);
    expect(more).toEqual([]);
    expect(admitted).toMatchObject({ event_type: 'agent.admitted' });
    const id = admitted?.event_id ?? '';
    expect(await acknowledge(here.ada, [id])).toBe(0);
    expect(await read(dee)).toEqual([admitted]);
    expect(await acknowledge(dee, [id, 'A'.repeat(22)])).toBe(1);
    expect(await read(dee)).toEqual([]);
    expect(await acknowledge(dee, [id])).toBe(0);
  });

  test('an event ends a waiting poll, also from another process', async () => {
    const eve = await RawAgent.admitted(here.home, 'eve');
    await acknowledge(
      eve,
      (await read(eve)).map((event) => event.event_id),
    );
    const second = await here.home.startSecondApi();
    try {
      const urls = new Set([here.home.url, second.url]);
      // A committed event is readable once every older transaction of the server has ended, including those of other tests, so a
      // poll may be notified earlier and read in vain. Without a notification it polls again only after 5 s, so a poll of 4 s
      // returns nothing.
      for (let attempt = 1; attempt <= 3 && urls.size > 0; attempt++) {
        const polls = [...urls].map(async (url) => {
          const { body } = await eve.call('GET', '/v1/feed?wait=4', undefined, {
            to: url,
            signedAs: { url },
          });
          return { url, events: body.events };
        });
        const topicId = `for-eve-${attempt}`;
        await here.home.admin('POST', '/v1/admin/topics', {
          ...freeform,
          topic_id: topicId,
          visibility: 'invite',
          allowlist_agent_ids: ['eve'],
        });
        const invitation = { event_type: 'topic.invited', topic_id: topicId };
        for (const { url, events } of await Promise.all(polls)) {
          if (expect.arrayContaining([expect.objectContaining(invitation)]).asymmetricMatch(events))
            urls.delete(url);
        }
        await acknowledge(
          eve,
          (await read(eve)).map((event) => event.event_id),
        );
      }
      expect([...urls]).toEqual([]);
    } finally {
      await second.close();
    }
  });

  test('reports turns and judgements', async () => {
    const fay = await RawAgent.admitted(here.home, 'fay');
    await here.home.admin('POST', '/v1/admin/topics', { ...freeform, topic_id: 'turns', mode: 'turn_queue' });
    await published(here.home);
    const key = await fay.send('turns', 'queue_join');
    await judged(here.home, 'turns', key);
    const told = (await read(fay)).slice(1);
    expect(told).toMatchObject([
      { event_type: 'topic.input_judged', object_key: key, payload: { outcome: 'accepted', sequence: 2 } },
      { event_type: 'topic.turn_started', topic_id: 'turns', payload: { turn_id: 'turn_000001' } },
    ]);
  });
});

test('an agent is online by a fresh heartbeat alone', async () => {
  const { platform } = here.home.open;
  const { oss } = await here.ada.client({ type: 'heartbeat_write' });
  await oss.put(heartbeatKey('ada', 1), json({}));
  const written = (await platform.store.head(heartbeatKey('ada', 1))).lastModified.getTime();
  const shard = heartbeatShard('ada', 1);
  const onlineAt = async (milliseconds: number) => {
    await publishPresence({ ...platform, now: () => new Date(written + milliseconds) });
    const reader = await here.bo.client({ type: 'registry_read' });
    const { content } = await reader.oss.get(`agents/presence/${shard}.json`);
    const { online } = JSON.parse(String(content));
    return online.map(({ agent_id }: { agent_id: string }) => agent_id);
  };
  expect(await onlineAt(1_000)).toEqual(['ada']);
  expect(await onlineAt(179_000)).toEqual(['ada']);
  expect(await onlineAt(181_000)).toEqual([]);
  expect(await onlineAt(-60_000)).toEqual([]);
  expect(await onlineAt(2_000)).toEqual(['ada']);
  const reader = await here.bo.client({ type: 'registry_read' });
  const snapshot = await readCertified(here.home, reader.oss, 'presence', `agents/presence/${shard}.json`);
  // Each change created a version; the home's own interval may have created others.
  expect(snapshot.version).toBeGreaterThanOrEqual(5);
  // Bo has written none, so its shard has no agents to list.
  if (heartbeatShard('bo', 1) !== shard) {
    const { objects } = await platform.store.list(`agents/presence/${heartbeatShard('bo', 1)}`);
    expect(objects).toEqual([]);
  }
});
