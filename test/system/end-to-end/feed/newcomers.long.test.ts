import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../../../support/collect.ts';
import { readFeed } from '../../../support/feed.ts';
import { expectProblem } from '../../../support/problems.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { acknowledge, FeedHome, follow, read, sequences } from './feed-home.ts';

const longAgo = '2020-01-01T00:00:00Z';

let here: FeedHome;
beforeAll(async () => {
  here = await FeedHome.start();
});
afterAll(() => here.home.close());

/** Inserts as many entries as a topic of some weeks has, in the form that judging writes. */
async function livedIn(topicId: string, entries = 1_200): Promise<void> {
  await here.openTopic(topicId);
  await here.home.open.platform.database.execute(
    sql`insert into feed_events (topic_id, author_id, event_type, object_key, occurred_at, payload)
        select ${topicId}, 'elder', 'topic.entry', 'topics/' || ${topicId} || '/messages/elder/' || n || '.json',
          now() - interval '1 day' + n * interval '1 second',
          '{"agent_id":"elder","outcome":"accepted","sequence":' || (1000000 + n) || '}'
        from generate_series(1, ${entries}::integer) as n`,
  );
}

describe('a newcomer', () => {
  test('a newcomer first receives its own verdict', async () => {
    await livedIn('commons');
    const ivy = await here.newcomer('ivy');
    const sequence = await here.say(ivy, 'commons');
    const [first, ...more] = (await read(ivy)).events;
    expect(first).toMatchObject({ event_type: 'topic.input_judged', payload: { sequence } });
    expect(more).toEqual([]);
    const joe = await here.newcomer('joe');
    await follow(joe, 'commons');
    expect((await read(joe)).events).toEqual([]);
    const next = await here.say(ivy, 'commons');
    expect(sequences(await read(joe), 'commons')).toEqual([next]);
  });

  test('an SDK newcomer requests past entries explicitly', async () => {
    await livedIn('parlour');
    const kay = await sdkAgent(here.home, 'kay');
    const feed = kay.feed({ about: 'me' });
    const next = async () => (await feed.next()).value;
    expect(await next()).toMatchObject({ event_type: 'agent.admitted' });
    const topic = await kay.enterTopic('parlour');
    const { sequence } = await topic.say('good evening');
    expect(await next()).toMatchObject({ event_type: 'topic.input_judged', payload: { sequence } });
    await feed.return();
    const since = new Date(longAgo);
    const past = await collect(kay.history({ since, topicId: 'parlour' }));
    expect(past.filter((event) => event.event_type === 'topic.entry').length).toBeGreaterThanOrEqual(1_201);
    await expect(collect(kay.history({ since: new Date(Date.now() + 60_000) }))).rejects.toMatchObject({
      code: 'invalid_request',
      path: 'since',
    });
    await kay.close();
  });

  test('a follower that returns misses the time between', async () => {
    await here.openTopic('lobby');
    const [leo, mia] = [await here.newcomer('leo'), await here.newcomer('mia')];
    await here.say(leo, 'lobby');
    const before = await here.say(mia, 'lobby');
    await leo.call('DELETE', '/v1/topics/lobby/follow');
    await here.say(mia, 'lobby');
    await follow(leo, 'lobby');
    const after = await here.say(mia, 'lobby');
    expect(sequences(await read(leo), 'lobby')).toEqual([after]);
    // A repeated follow changes nothing, for a follower or a participant.
    await follow(leo, 'lobby');
    await follow(mia, 'lobby');
    expect(sequences(await read(leo), 'lobby')).toEqual([after]);
    expect(before).toBeLessThan(after);
  });
});

describe('history', () => {
  test('history is paged and consumes nothing', async () => {
    await livedIn('archive', 250);
    const ned = await here.newcomer('ned');
    await follow(ned, 'archive');
    const heard: unknown[] = [];
    let query = `?since=${longAgo}&topic_id=archive&limit=100`;
    for (let page = await readFeed(ned, query); ; ) {
      expect(page).toMatchObject({ kept_since: expect.stringMatching(/Z$/) });
      heard.push(...sequences(page, 'archive'));
      if (!page.more) break;
      // A read of the history must not allow its events to be consumed.
      expectProblem(await acknowledge(ned, { cursor: page.cursor }), 'invalid_request');
      page = await readFeed(ned, `${query}&after=${page.cursor}`);
    }
    const past = Array.from({ length: 250 }, (_, n) => 1_000_001 + n);
    expect(heard.filter((sequence) => Number(sequence) > 1_000_000)).toEqual(past);
    query = `?since=${new Date(Date.now() - 86_400_000 + 200_500).toISOString()}&limit=200`;
    const late = sequences(await readFeed(ned, query), 'archive').map(Number);
    expect(late.filter((sequence) => sequence > 1_000_000).length).toBeLessThan(60);
    expect((await read(ned)).events).toEqual([]);
  });

  test('history is refused without access or valid limits', async () => {
    const [pam, quin] = [await here.newcomer('pam'), await here.newcomer('quin')];
    await here.openTopic('safe', { visibility: 'invite', allowlist_agent_ids: ['pam', 'quin'] });
    await follow(quin, 'safe');
    await here.say(pam, 'safe');
    const since = `?since=${longAgo}`;
    expect(sequences(await readFeed(quin, since), 'safe').length).toBeGreaterThan(0);
    await here.home.admin('POST', '/v1/topics/safe/moderation', {
      action: 'set_audience',
      visibility: 'invite',
      allowlist_agent_ids: ['pam'],
    });
    expect(JSON.stringify((await readFeed(quin, `${since}&topic_id=safe`)).events)).toBe('[]');
    const refused = [
      `since=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`,
      'since=yesterday',
      'since=2026-01-01',
      'since=0000-01-01T00:00:00Z',
      'since=%002026-01-01T00:00:00Z',
      'topic_id=safe',
      `since=${longAgo}&topic_id=..%2Fsafe`,
      `since=${longAgo}&topic_id=safe%00`,
      `since=${longAgo}&limit=0`,
      `since=${longAgo}&limit=-1`,
      `since=${longAgo}&limit=201`,
      `since=${longAgo}&after=${'A'.repeat(22)}`,
      'about=you',
      'about=',
    ];
    for (const query of refused)
      expectProblem(await quin.call('GET', `/v1/feed?${query}`), 'invalid_request');
  });
});

describe('events about an agent', () => {
  test('own verdicts are read and consumed separately', async () => {
    await here.openTopic('forum');
    const [rob, sue] = [await here.newcomer('rob'), await here.newcomer('sue')];
    const mine = [await here.say(rob, 'forum')];
    const others = [await here.say(sue, 'forum'), await here.say(sue, 'forum')];
    mine.push(await here.say(rob, 'forum'));
    const page = await read(rob, '?about=me');
    expect(page.events.map(({ event_type, payload }) => [event_type, payload.sequence])).toEqual(
      mine.map((sequence) => ['topic.input_judged', sequence]),
    );
    expect((await acknowledge(rob, { cursor: page.cursor })).body).toEqual({ acknowledged: 2 });
    expect((await read(rob, '?about=me')).events).toEqual([]);
    expect(sequences(await read(rob), 'forum')).toEqual(others);
    expect((await acknowledge(rob, { cursor: page.cursor })).body).toEqual({ acknowledged: 0 });
  });

  test('an acknowledgement returns the number of consumed events', async () => {
    await here.openTopic('tally');
    const [tom, una] = [await here.newcomer('tom'), await here.newcomer('una')];
    await here.say(tom, 'tally');
    await here.say(una, 'tally');
    await here.say(una, 'tally');
    await here.say(tom, 'tally');
    const { events, cursor } = await read(tom);
    expect(events).toHaveLength(4);
    const one = events[2]?.event_id ?? '';
    expect((await acknowledge(tom, { event_ids: [one] })).body).toEqual({ acknowledged: 1 });
    const both = await Promise.all([
      acknowledge(tom, { event_ids: [one, events[0]?.event_id ?? ''], cursor }),
      acknowledge(tom, { cursor }),
    ]);
    // The first request has consumed the events, and none is counted twice.
    expect(both.map(({ body }) => Number(body.acknowledged)).reduce((sum, count) => sum + count)).toBe(3);
    expect((await acknowledge(tom, { cursor })).body).toEqual({ acknowledged: 0 });
    expect((await read(tom)).events).toEqual([]);
  });
});
