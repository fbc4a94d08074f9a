import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import type { FeedPage } from '../../../support/feed.ts';
import { expectProblem } from '../../../support/problems.ts';
import { acknowledge, FeedHome, follow, read, sequences } from './feed-home.ts';

let here: FeedHome;
beforeAll(async () => {
  here = await FeedHome.start();
});
afterAll(() => here.home.close());

describe('consuming', () => {
  test('an event is delivered until it is consumed', async () => {
    await here.openTopic('count');
    const [lea, max] = [await here.newcomer('lea'), await here.newcomer('max')];
    await follow(max, 'count');
    const said: number[] = [];
    for (let line = 0; line < 5; line++) said.push(await here.say(lea, 'count'));
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
    // Events before the position need no row of their own.
    expect(await here.home.open.platform.database.$count(sql`feed_acknowledgements`)).toBe(0);
    const next = await here.say(lea, 'count');
    expect(sequences(await read(max), 'count')).toEqual([next]);
  });

  test('pages follow one another by their cursors and consume nothing', async () => {
    await here.openTopic('pages');
    const [ned, oda] = [await here.newcomer('ned'), await here.newcomer('oda')];
    await follow(oda, 'pages');
    const said: number[] = [];
    for (let line = 0; line < 5; line++) said.push(await here.say(ned, 'pages'));
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

  test('ids and cursors are opaque and per agent', async () => {
    await here.openTopic('names');
    const [pia, quy, ray] = [
      await here.newcomer('pia'),
      await here.newcomer('quy'),
      await here.newcomer('ray'),
    ];
    for (const agent of [quy, ray]) await follow(agent, 'names');
    await here.say(pia, 'names');
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
  await here.openTopic('late');
  const [sam, tia] = [await here.newcomer('sam'), await here.newcomer('tia')];
  await follow(tia, 'late');
  const { database } = here.home.open.platform;
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
  // Responds at once: a read must not wait for events that are held back.
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
