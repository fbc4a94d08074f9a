import { feedChannel, pruneFeed } from '@agent-home/platform';
import { connectDatabase } from '@agent-home/platform/database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import type { FeedPage } from '../../../support/feed.ts';
import { expectProblem } from '../../../support/problems.ts';
import type { RawAgent } from '../../../support/raw-agent.ts';
import { acknowledge, entries, FeedHome, follow, read, sequences } from './feed-home.ts';

let here: FeedHome;
beforeAll(async () => {
  here = await FeedHome.start();
});
afterAll(() => here.home.close());

describe('topics one follows', () => {
  test('a participant receives every later entry from one row', async () => {
    await here.openTopic('hall');
    const agents = await Promise.all(['ann', 'ben', 'cyd', 'dan'].map((name) => here.newcomer(name)));
    const [ann, ben] = agents as [RawAgent, RawAgent, RawAgent, RawAgent];
    const said: number[] = [];
    for (const agent of agents) said.push(await here.say(agent, 'hall'));
    const last = await here.say(ann, 'hall');
    for (const agent of agents) {
      const heard = sequences(await read(agent), 'hall');
      const later = [...said, last].slice(agents.indexOf(agent) + 1);
      expect(heard, agent.agentId).toEqual(agent === ann ? said.slice(1) : later);
    }
    expect(entries(await read(ben), 'hall').at(-1)).toMatchObject({
      payload: { outcome: 'accepted', agent_id: 'ann' },
      object_key: 'topics/hall/messages/ann/000002.json',
    });
    // One row per entry, for any number of followers; the first is the topic's start.
    expect(await here.toRows('hall')).toBe(5);
  });

  test('a reader follows and unfollows a topic', async () => {
    await here.openTopic('stage');
    const [eli, fay] = [await here.newcomer('eli'), await here.newcomer('fay')];
    expect((await follow(fay, 'stage')).body).toEqual({ topic_id: 'stage', following: true });
    const first = await here.say(eli, 'stage');
    expect(sequences(await read(fay), 'stage')).toEqual([first]);
    await fay.call('DELETE', '/v1/topics/stage/follow');
    await here.say(eli, 'stage');
    expect(sequences(await read(fay), 'stage')).toEqual([]);
    expectProblem(await follow(fay, 'nowhere'), 'not_found');
  });

  test('an agent that loses access receives nothing more', async () => {
    const [gus, hal] = [await here.newcomer('gus'), await here.newcomer('hal')];
    await here.openTopic('closed-off', { visibility: 'invite', allowlist_agent_ids: ['gus', 'hal'] });
    await follow(gus, 'closed-off');
    const heard = await here.say(hal, 'closed-off');
    expect(sequences(await read(gus), 'closed-off')).toEqual([heard]);
    const audience = { action: 'set_audience', visibility: 'invite', allowlist_agent_ids: ['hal'] };
    await here.home.admin('POST', '/v1/topics/closed-off/moderation', audience);
    const after = await read(gus);
    expect(after.events.filter(({ topic_id: id }) => id === 'closed-off')).toMatchObject([]);
    expect(JSON.stringify(after)).not.toContain('closed-off');
    const stranger = await here.newcomer('ida');
    const [there, nowhere] = [await follow(stranger, 'closed-off'), await follow(stranger, 'nowhere')];
    expect([there.status, there.body.detail]).toEqual([404, nowhere.body.detail]);
  });

  test('an entry in a followed topic ends a waiting poll', async () => {
    await here.openTopic('quiet');
    const [jan, kim] = [await here.newcomer('jan'), await here.newcomer('kim')];
    await follow(kim, 'quiet');
    // A poll without held events reads again only when it is notified, or at the end of its wait.
    const poll = kim.call('GET', '/v1/feed?wait=20');
    const sequence = await here.say(jan, 'quiet');
    const startedAt = performance.now();
    expect(sequences((await poll).body as unknown as FeedPage, 'quiet')).toEqual([sequence]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('a follow notifies the polls of its agent', async () => {
    await here.openTopic('late');
    const max = await here.newcomer('max');
    const connection = connectDatabase(here.home.settings.databaseUrl, { maxConnections: 1 });
    onTestFinished(() => connection.close());
    const notified: string[] = [];
    await connection.listen(feedChannel, (name) => void notified.push(name));
    // A waiting poll listens to the containers that it found at its start.
    await follow(max, 'late');
    await eventually(() => expect(notified).toContain('max'));
  });
});

test('an agent that missed events is notified until acknowledgement', async () => {
  await here.openTopic('old');
  const [uma, vic, wim] = [
    await here.newcomer('uma'),
    await here.newcomer('vic'),
    await here.newcomer('wim'),
  ];
  for (const agent of [vic, wim]) await follow(agent, 'old');
  await here.say(uma, 'old');
  await acknowledge(wim, { cursor: (await read(wim)).cursor });
  const { platform } = here.home.open;
  await platform.database.execute(
    sql`update feed_events set occurred_at = now() - interval '31 days' where topic_id = 'old'`,
  );
  await pruneFeed(platform);
  const recent = await here.say(uma, 'old');
  const page = await read(vic);
  expect(page.behind).toMatchObject({ missed_from: expect.stringMatching(/Z$/) });
  expect(sequences(page, 'old')).toEqual([recent]);
  expect((await read(vic)).behind).toEqual(page.behind);
  await acknowledge(vic, { cursor: page.behind?.cursor ?? '' });
  const known = await read(vic);
  expect([known.behind, sequences(known, 'old')]).toEqual([undefined, [recent]]);
  expect((await read(wim)).behind).toBeUndefined();
});
