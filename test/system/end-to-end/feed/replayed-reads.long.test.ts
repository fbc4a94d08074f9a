import { randomBytes } from 'node:crypto';
import { signerOf } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpCall } from '../../../support/http-request.ts';
import { expectProblem } from '../../../support/problems.ts';
import type { RawAgent } from '../../../support/raw-agent.ts';
import { acknowledge, FeedHome, follow, read, sequences } from './feed-home.ts';

let here: FeedHome;
beforeAll(async () => {
  here = await FeedHome.start();
});
afterAll(() => here.home.close());

/** Signs a read once; each call sends exactly the same request. */
function overheard(agent: RawAgent, path: string, created?: number) {
  const signed = agent.sign('GET', path, undefined, created === undefined ? {} : { created });
  const headers = { ...signed, host: new URL(here.home.url).host };
  return async (url = here.home.url, sent = { path, headers }) => {
    const { status, text } = await httpCall(url, { method: 'GET', ...sent });
    return { status, body: JSON.parse(text) as Record<string, unknown> };
  };
}

const refused = (answer: { status: number; body: Record<string, unknown> }, code: string) =>
  expect([answer.status, answer.body.code]).toEqual([401, code]);

/** Returns all rows that a read could have changed. */
async function rows(): Promise<unknown> {
  return here.home.open.platform.database.execute(
    sql`select (select json_agg(position order by agent_id) from feed_positions as position) as positions,
      (select count(*) from feed_events) as events, (select count(*) from feed_acknowledgements) as single,
      (select count(*) from request_nonces) as nonces, (select json_agg(agents order by agent_id) from agents) as agents`,
  );
}

/** Creates a topic in which one agent has said three messages, and which another one follows. */
async function told(topicId: string, speaker: string, follower: string) {
  await here.openTopic(topicId);
  const [says, hears] = [await here.newcomer(speaker), await here.newcomer(follower)];
  await follow(hears, topicId);
  const said: number[] = [];
  for (let line = 0; line < 3; line++) said.push(await here.say(says, topicId));
  const page = await read(hears);
  expect(sequences(page, topicId)).toEqual(said);
  return { says, hears, said, page };
}

describe('a read that is sent again', () => {
  test('a repeated read returns the same page in every process', async () => {
    const { hears, page } = await told('again', 'abe', 'amy');
    const second = await here.home.startSecondApi();
    try {
      const send = overheard(hears, '/v1/feed?limit=200');
      const before = await rows();
      for (const url of [here.home.url, here.home.url, second.url])
        expect(await send(url)).toEqual({ status: 200, body: page });
      expect(await rows()).toEqual(before);
    } finally {
      await second.close();
    }
  });

  test('a repeated consuming read changes nothing', async () => {
    const { says, hears, said, page } = await told('rides', 'ben', 'bia');
    const first = await read(hears, '?limit=1');
    const send = overheard(hears, `/v1/feed?limit=200&ack=${first.cursor}`);
    const answer = await send();
    expect(answer.body.consumed).toBe(first.cursor);
    expect(sequences(answer.body as never, 'rides')).toEqual(said.slice(1));
    const before = await rows();
    expect(await send()).toEqual(answer);
    expect(await rows()).toEqual(before);
    // More events were consumed meanwhile, so the older cursor must not move the position back.
    await acknowledge(hears, { cursor: page.cursor });
    const consumed = await rows();
    expect((await send()).body.events).toEqual([]);
    expect(await rows()).toEqual(consumed);
    const next = await here.say(says, 'rides');
    expect(sequences(await read(hears), 'rides')).toEqual([next]);
  });

  test('a repeated read does not acknowledge missed events', async () => {
    const { hears, page } = await told('gap', 'cal', 'cam');
    const { database } = here.home.open.platform;
    await database.execute(
      sql`insert into feed_positions (agent_id, transaction, event_id, missed_from, missed_until)
          values ('cam', '0'::xid8, 0, now(), now())
          on conflict (agent_id) do update set missed_from = now(), missed_until = now()`,
    );
    const behind = await read(hears);
    expect(behind.behind).toBeDefined();
    for (const cursor of [page.cursor, behind.behind?.cursor])
      expect((await hears.call('GET', `/v1/feed?ack=${cursor}`)).body.behind).toBeDefined();
    await acknowledge(hears, { cursor: behind.behind?.cursor ?? '' });
    expect((await read(hears)).behind).toBeUndefined();
  });

  test('a signed read holds for its minute, path and query', async () => {
    const { hears, page } = await told('bounds', 'dan', 'dot');
    const old = overheard(hears, '/v1/feed', Math.floor(Date.now() / 1000) - 61);
    refused(await old(), 'signature_expired');
    const path = '/v1/feed?limit=1';
    const headers = {
      ...hears.sign('GET', path, undefined),
      host: new URL(here.home.url).host,
    };
    const send = overheard(hears, path);
    for (const other of ['/v1/feed?limit=2', `/v1/feed?limit=1&ack=${page.cursor}`, '/v1/me'])
      refused(await send(undefined, { path: other, headers }), 'signature_invalid');
    expect((await read(hears)).events).toEqual(page.events);
  });

  test('a read under a replaced key is refused at once', async () => {
    const { hears } = await told('rotated', 'eli', 'eve');
    const second = await here.home.startSecondApi();
    try {
      const send = overheard(hears, '/v1/feed?limit=200');
      for (const url of [here.home.url, second.url]) expect((await send(url)).status).toBe(200);
      const renewed = signerOf(randomBytes(32));
      await here.home.open.platform.database.execute(
        sql`update agents set public_key = ${renewed.publicKey}, key_id = ${renewed.keyId} where agent_id = 'eve'`,
      );
      for (const url of [here.home.url, second.url]) refused(await send(url), 'unknown_key');
    } finally {
      await second.close();
    }
  });

  test('a suspended agent gets no topic events', async () => {
    const { hears, page } = await told('frozen', 'fay', 'fox');
    const send = overheard(hears, '/v1/feed?limit=200');
    expect((await send()).body).toEqual(page);
    await here.home.admin('POST', '/v1/admin/agents/fox/actions', { action: 'suspend', reason: 'a test' });
    const { status, body } = await send();
    expect(status).toBe(200);
    const types = (body.events as { event_type: string }[]).map(({ event_type: type }) => type);
    expect(types.filter((type) => type !== 'agent.suspended')).toEqual([]);
  });

  test('a key that changed hands reads for its new agent', async () => {
    const { hears, page } = await told('moved', 'gil', 'gus');
    const heir = await here.newcomer('hal');
    const send = overheard(hears, '/v1/feed?limit=200');
    expect((await send()).body).toEqual(page);
    const { database } = here.home.open.platform;
    const spare = signerOf(randomBytes(32));
    await database.execute(
      sql`update agents set public_key = ${spare.publicKey}, key_id = ${spare.keyId} where agent_id = 'gus'`,
    );
    await database.execute(
      sql`update agents set public_key = ${hears.signer.publicKey}, key_id = ${hears.signer.keyId} where agent_id = 'hal'`,
    );
    const after = await send();
    expect([after.status, after.body.events]).toEqual([200, []]);
    expectProblem(await heir.call('GET', '/v1/feed'), 'unknown_key');
  });
});

describe('cursors given as consumed', () => {
  test('a foreign or invented cursor consumes nothing', async () => {
    const { hears, page } = await told('forged', 'ian', 'ivy');
    const other = await here.newcomer('joe');
    const foreign = (await read(other)).cursor;
    const aboutMe = (await read(hears, '?about=me')).cursor;
    const history = (await read(hears, `?since=${new Date(Date.now() - 3_600_000).toISOString()}`)).cursor;
    const before = await rows();
    for (const ack of ['A'.repeat(22), foreign, aboutMe, history, page.events[0]?.event_id])
      expectProblem(await hears.call('GET', `/v1/feed?ack=${ack}`), 'invalid_request');
    const since = encodeURIComponent(new Date().toISOString());
    for (const query of ['?ack=x', `?about=me&ack=${page.cursor}`, `?since=${since}&ack=${page.cursor}`])
      expectProblem(await hears.call('GET', `/v1/feed${query}`), 'invalid_request');
    expect((await read(hears)).events).toEqual(page.events);
    expect(JSON.stringify(await rows()).length).toBe(JSON.stringify(before).length);
  });

  test('events consumed with the next read never come again', async () => {
    const { says, hears, said } = await told('riding', 'kai', 'kim');
    const heard: unknown[] = [];
    let ack = '';
    for (let turn = 0; turn < 4; turn++) {
      const page = await read(hears, `?limit=2${ack}`);
      heard.push(...sequences(page, 'riding'));
      ack = `&ack=${page.cursor}`;
      if (turn === 1) said.push(await here.say(says, 'riding'));
    }
    expect(heard).toEqual(said);
    await read(hears, `?limit=1${ack}`);
    expect((await read(hears)).events).toEqual([]);
  });

  test('events about oneself are consumed separately', async () => {
    const { says, hears, said } = await told('apart', 'lea', 'lou');
    await here.say(hears, 'apart');
    const own = await read(hears, '?about=me');
    expect(own.events).not.toEqual([]);
    expect((await read(hears, `?about=me&ack=${own.cursor}`)).events).toEqual([]);
    expect(sequences(await read(hears), 'apart')).toEqual(said);
    await says.call('GET', '/v1/me');
  });
});
