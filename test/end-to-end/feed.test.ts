import { pruneFeed } from '@agent-home/platform';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type FeedPage, readFeed } from '../support/feed.ts';
import { judged, published } from '../support/ledger.ts';
import { expectProblem } from '../support/problems.ts';
import { RawAgent } from '../support/raw-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

async function openTopic(topicId: string, fields: Record<string, unknown> = {}): Promise<void> {
  const topic = { topic_id: topicId, title: topicId, visibility: 'public', mode: 'freeform', ...fields };
  await home.admin('POST', '/v1/admin/topics', topic);
  await published(home);
}

const read = (agent: RawAgent, query = '') => readFeed(agent, query);
const acknowledge = (agent: RawAgent, body: { event_ids?: string[]; cursor?: string }) =>
  agent.call('POST', '/v1/feed/ack', body);
const follow = (agent: RawAgent, topicId: string) => agent.call('PUT', `/v1/topics/${topicId}/follow`);
/** Entries of one topic, by their place in its ledger. */
const entries = ({ events }: FeedPage, topicId: string) =>
  events.filter((event) => event.event_type === 'topic.entry' && event.topic_id === topicId);
const sequences = (page: FeedPage, topicId: string) =>
  entries(page, topicId).map(({ payload }) => payload.sequence);

/** An agent that has consumed its admission. */
async function newcomer(agentId: string): Promise<RawAgent> {
  const agent = await RawAgent.admitted(home, agentId);
  await acknowledge(agent, { cursor: (await read(agent)).cursor });
  return agent;
}

async function say(agent: RawAgent, topicId: string, text = 'a line'): Promise<number> {
  return (await judged(home, topicId, await agent.say(topicId, text))).sequence;
}

const rowsOf = async (topicId: string) => {
  const [row] = await home.open.platform.database.execute<{ count: string }>(
    sql`select count(*) from feed_events where topic_id = ${topicId} and agent_id is null`,
  );
  return Number(row?.count);
};

describe('topics one follows', () => {
  test('whoever takes part in a topic hears of every entry in it, from one row for all', async () => {
    await openTopic('hall');
    const agents = await Promise.all(['ann', 'ben', 'cyd', 'dan'].map(newcomer));
    const [ann, ben] = agents as [RawAgent, RawAgent, RawAgent, RawAgent];
    const said: number[] = [];
    for (const agent of agents) said.push(await say(agent, 'hall'));
    const last = await say(ann, 'hall');
    for (const agent of agents) {
      const heard = sequences(await read(agent), 'hall');
      const own = agent === ann ? [said[0], last] : [said[agents.indexOf(agent)]];
      expect(heard, agent.agentId).toEqual([...said, last].filter((one) => !own.includes(one)));
    }
    expect(entries(await read(ben), 'hall')[0]).toMatchObject({
      payload: { outcome: 'accepted', agent_id: 'ann' },
      object_key: 'topics/hall/messages/ann/000001.json',
    });
    // One row an entry, whoever hears it; the first is the topic's start.
    expect(await rowsOf('hall')).toBe(5);
  });

  test('a reader follows a topic without taking part, and leaves it alone again', async () => {
    await openTopic('stage');
    const [eli, fay] = [await newcomer('eli'), await newcomer('fay')];
    expect((await follow(fay, 'stage')).body).toEqual({ topic_id: 'stage', following: true });
    const first = await say(eli, 'stage');
    expect(sequences(await read(fay), 'stage')).toEqual([first]);
    await fay.call('DELETE', '/v1/topics/stage/follow');
    await say(eli, 'stage');
    expect(sequences(await read(fay), 'stage')).toEqual([]);
    expectProblem(await follow(fay, 'nowhere'), 'not_found');
  });

  test('what an agent may not see any more it is not told any more, from that moment', async () => {
    const [gus, hal] = [await newcomer('gus'), await newcomer('hal')];
    await openTopic('closed-off', { visibility: 'invite', allowlist_agent_ids: ['gus', 'hal'] });
    await follow(gus, 'closed-off');
    const heard = await say(hal, 'closed-off');
    expect(sequences(await read(gus), 'closed-off')).toEqual([heard]);
    const audience = { action: 'set_audience', visibility: 'invite', allowlist_agent_ids: ['hal'] };
    await home.admin('POST', '/v1/topics/closed-off/moderation', audience);
    const after = await read(gus);
    expect(after.events.filter(({ topic_id: id }) => id === 'closed-off')).toMatchObject([]);
    expect(JSON.stringify(after)).not.toContain('closed-off');
    const stranger = await newcomer('ida');
    const [there, nowhere] = [await follow(stranger, 'closed-off'), await follow(stranger, 'nowhere')];
    expect([there.status, there.body.detail]).toEqual([404, nowhere.body.detail]);
  });

  test('a waiting poll is woken by an entry in a topic it follows', async () => {
    await openTopic('quiet');
    const [jan, kim] = [await newcomer('jan'), await newcomer('kim')];
    await follow(kim, 'quiet');
    // A poll that is not woken looks again only after 5 s: one of 4 s would come back with nothing.
    const poll = kim.call('GET', '/v1/feed?wait=4');
    await eventually(async () =>
      expect(await home.open.platform.database.$count(sql`topic_follows`)).toBeGreaterThan(0),
    );
    const sequence = await say(jan, 'quiet');
    expect(sequences((await poll).body as unknown as FeedPage, 'quiet')).toEqual([sequence]);
  });
});

describe('consuming', () => {
  test('an event comes until it is consumed, one by one or up to a cursor, and never after', async () => {
    await openTopic('count');
    const [lea, max] = [await newcomer('lea'), await newcomer('max')];
    await follow(max, 'count');
    const said: number[] = [];
    for (let line = 0; line < 5; line++) said.push(await say(lea, 'count'));
    const page = await read(max);
    expect(sequences(page, 'count')).toEqual(said);
    expect(await read(max)).toEqual(page);
    const ids = page.events.map((event) => event.event_id);
    expect((await acknowledge(max, { event_ids: [ids[3] ?? '', ids[1] ?? ''] })).body.acknowledged).toBe(2);
    expect((await acknowledge(max, { event_ids: [ids[3] ?? ''] })).body.acknowledged).toBe(0);
    expect(sequences(await read(max), 'count')).toEqual([said[0], said[2], said[4]]);
    const { cursor } = await read(max, '?limit=1');
    await acknowledge(max, { cursor });
    expect(sequences(await read(max), 'count')).toEqual([said[2], said[4]]);
    await acknowledge(max, { event_ids: ids });
    expect((await read(max)).events).toEqual([]);
    // What is before the position is not remembered one by one.
    expect(await home.open.platform.database.$count(sql`feed_acknowledgements`)).toBe(0);
    const next = await say(lea, 'count');
    expect(sequences(await read(max), 'count')).toEqual([next]);
  });

  test('pages follow one another by their cursors and consume nothing', async () => {
    await openTopic('pages');
    const [ned, oda] = [await newcomer('ned'), await newcomer('oda')];
    await follow(oda, 'pages');
    const said: number[] = [];
    for (let line = 0; line < 5; line++) said.push(await say(ned, 'pages'));
    const heard: unknown[] = [];
    let query = '?limit=2';
    for (let page = await read(oda, query); ; page = await read(oda, query)) {
      heard.push(...sequences(page, 'pages'));
      query = `?limit=2&after=${page.cursor}`;
      if (!page.more) break;
    }
    expect(heard).toEqual(said);
    expect(sequences(await read(oda), 'pages')).toEqual(said);
  });

  test('ids and cursors are each agent’s own, and tell nothing of how much happens', async () => {
    await openTopic('names');
    const [pia, quy, ray] = [await newcomer('pia'), await newcomer('quy'), await newcomer('ray')];
    for (const agent of [quy, ray]) await follow(agent, 'names');
    await say(pia, 'names');
    const [first, second] = [await read(quy), await read(ray)];
    expect(first.events[0]?.event_id).not.toBe(second.events[0]?.event_id);
    expectProblem(await quy.call('GET', `/v1/feed?after=${second.cursor}`), 'invalid_request');
    expectProblem(await acknowledge(quy, { cursor: second.cursor }), 'invalid_request');
    const foreign = second.events.map((event) => event.event_id);
    expect((await acknowledge(quy, { event_ids: foreign })).body.acknowledged).toBe(0);
    expect(await read(quy)).toEqual(first);
  });
});

test('no event is skipped because its transaction commits late', async () => {
  await openTopic('late');
  const [sam, tia] = [await newcomer('sam'), await newcomer('tia')];
  await follow(tia, 'late');
  const { database } = home.open.platform;
  const insert = (text: string) => sql`insert into feed_events (topic_id, event_type, occurred_at, payload)
    values ('late', 'topic.entry', now(), ${JSON.stringify({ sequence: text })})`;
  let commit = () => {};
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let written = () => {};
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const slow = database.transaction(async (transaction) => {
    await transaction.execute(insert('slow'));
    written();
    await held;
  });
  await isWritten;
  await database.execute(insert('quick'));
  // At once: what is held back must not be waited for.
  const before = (await tia.call('GET', '/v1/feed')).body as unknown as FeedPage;
  await acknowledge(tia, { cursor: before.cursor });
  commit();
  await slow;
  const heard = [...sequences(before, 'late')];
  await eventually(async () => {
    const page = await read(tia);
    heard.push(...sequences(page, 'late'));
    await acknowledge(tia, { cursor: page.cursor });
    expect(heard).toEqual(['slow', 'quick']);
  });
  await sam.call('GET', '/v1/me');
});

test('an agent that was away too long is told that it is behind, until it says that it knows', async () => {
  await openTopic('old');
  const [uma, vic, wim] = [await newcomer('uma'), await newcomer('vic'), await newcomer('wim')];
  for (const agent of [vic, wim]) await follow(agent, 'old');
  await say(uma, 'old');
  await acknowledge(wim, { cursor: (await read(wim)).cursor });
  const { platform } = home.open;
  await platform.database.execute(
    sql`update feed_events set occurred_at = now() - interval '31 days' where topic_id = 'old'`,
  );
  await pruneFeed(platform);
  const recent = await say(uma, 'old');
  const page = await read(vic);
  expect(page.behind).toMatchObject({ missed_from: expect.stringMatching(/Z$/) });
  expect(sequences(page, 'old')).toEqual([recent]);
  expect((await read(vic)).behind).toEqual(page.behind);
  await acknowledge(vic, { cursor: page.behind?.cursor ?? '' });
  const known = await read(vic);
  expect([known.behind, sequences(known, 'old')]).toEqual([undefined, [recent]]);
  expect((await read(wim)).behind).toBeUndefined();
});
