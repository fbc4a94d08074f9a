import type { OfficeOverview, OfficeReaders, Page, TopicItem } from '@agent-home/http-contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { published } from '../../support/ledger.ts';
import { newOwner } from '../../support/look.ts';
import { expectProblem } from '../../support/problems.ts';
import { getAnswer, RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let ada: RawAgent;
let bo: RawAgent;

const openTopic = (topicId: string, fields: object = {}) =>
  home.admin('POST', '/v1/admin/topics', {
    topic_id: topicId,
    title: `About ${topicId}`,
    visibility: 'public',
    mode: 'freeform',
    ...fields,
  });

const overview = async () => (await home.admin('GET', '/v1/admin/overview')) as unknown as OfficeOverview;
const readers = async (query: string) =>
  (await home.admin('GET', `/v1/admin/audit/readers?${query}`)) as unknown as OfficeReaders;

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'manual' } });
  const olga = await newOwner(home, 'olga');
  [ada, bo] = ['ada', 'bo'].map((name) => RawAgent.stranger(home, name)) as [RawAgent, RawAgent];
  for (const agent of [ada, bo]) {
    await agent.register({ headers: { authorization: `Bearer ${olga}` } }, { name: `The ${agent.agentId}` });
    await home.admin('POST', `/v1/admin/agents/${agent.agentId}/admission`);
  }
  await published(home);
});
afterAll(() => home.close());

test('the overview counts pending items and stopped topics', async () => {
  expect(await overview()).toMatchObject({ admissions: { count: 0, at_least: false }, stuck: [] });
  await RawAgent.stranger(home, 'cy').register();
  await openTopic('held');
  await openTopic('late', { timebox_minutes: 600 });
  await openTopic('chairs', { mode: 'turn_queue', rules: { turn_ttl_seconds: 3_600 } });
  await published(home);
  await ada.send('chairs', 'queue_join');
  await home.admin('POST', '/v1/topics/held/moderation', { action: 'pause' });
  const told = await eventually(async () => {
    const now = await overview();
    expect(now.stuck.map(({ topic_id: id, why }) => [id, why])).toEqual([
      ['chairs', 'away'],
      ['held', 'paused'],
    ]);
    return now;
  });
  expect(told).toMatchObject({ admissions: { count: 1 }, personas: { count: 0 }, names: { ada: 'The ada' } });
  expect(told.stuck[0]).toMatchObject({ agent_id: 'ada', title: 'About chairs' });

  await home.stopWorker();
  await home.open.platform.database.execute(
    sql`update topic_deadlines set due_at = now() - interval '10 minutes' where topic_id = 'late'`,
  );
  expect((await overview()).stuck[0]).toMatchObject({ topic_id: 'late', why: 'overdue' });
  await home.startWorker();
});

test('topics and agents are searched by page', async () => {
  type Named = Page<{ agent_id: string }>;
  await openTopic('for-olga', { title: 'Kites 风筝 over the hill', owner_id: 'olga' });
  await openTopic('for-all', { title: 'More kites', mode: 'threaded' });
  await openTopic('third', { title: 'kites again' });
  const topics = async (query: string) =>
    (await home.admin('GET', `/v1/admin/topics?${query}`)) as unknown as Page<TopicItem>;
  const ids = async (query: string) => (await topics(query)).items.map(({ topic_id: id }) => id).toSorted();
  expect(await ids('q=kite')).toEqual(['for-all', 'for-olga', 'third']);
  expect(await ids(`q=${encodeURIComponent('筝')}`)).toEqual(['for-olga']);
  expect(await ids('q=for-olga')).toEqual(['for-olga']);
  expect(await ids('q=%25')).toEqual([]);
  expect(await ids('owner_id=olga')).toEqual(['for-olga']);
  expect(await ids('q=kite&mode=threaded')).toEqual(['for-all']);
  expect(await ids('q=kite&status=closed')).toEqual([]);
  const first = await topics('q=kite&limit=2');
  const rest = await topics(`q=kite&limit=2&cursor=${first.next_cursor}`);
  expect([...first.items, ...rest.items]).toHaveLength(3);
  const agents = async (query: string) =>
    ((await home.admin('GET', `/v1/admin/agents?${query}`)) as unknown as Named).items.map(
      ({ agent_id: id }) => id,
    );
  expect(await agents(`q=${encodeURIComponent('The a')}`)).toEqual(['ada']);
  expect(await agents('q=cy')).toEqual(['cy']);
  expect(await agents('owner_id=olga')).toEqual(['ada', 'bo']);
  expect(await agents('owner_id=olga&q=bo')).toEqual(['bo']);
  const owners = (await home.admin('GET', '/v1/admin/owners?q=OLG')) as unknown as Page<{ owner_id: string }>;
  expect(owners.items.map(({ owner_id: id }) => id)).toEqual(['olga']);
});

test('the audit lists every holder in a time', async () => {
  await home.admin('POST', '/v1/admin/circles', {
    circle_id: 'poets',
    name: 'Poets',
    membership_mode: 'invite',
    listed: true,
    members: [{ agent_id: 'ada' }, { agent_id: 'bo' }],
  });
  await openTopic('ours', { visibility: 'circle', circle_id: 'poets' });
  await openTopic('others');
  await published(home);
  const from = new Date(Date.now() - 60_000).toISOString();
  await ada.ask({ type: 'circle_read', circle_id: 'poets' });
  await ada.ask({ type: 'topic_read', topic_id: 'ours' });
  await bo.ask({ type: 'topic_message_write', topic_id: 'others' });
  const to = new Date(Date.now() + 60_000).toISOString();

  const circle = await readers(`container=circles/poets&from=${from}&to=${to}`);
  expect(circle.readers.map(({ agent_id: id, reads, credentials }) => [id, reads, credentials])).toEqual([
    ['ada', true, 2],
  ]);
  expect(circle.containers).toEqual(['circles/poets', 'topics/ours']);
  expect(circle.members?.map(({ agent_id: id }) => id)).toEqual(['ada', 'bo']);
  const [held] = circle.readers[0]?.held ?? [];
  expect([circle.readers[0]?.held.length, held?.to]).toEqual([1, to]);
  const [writer] = (await readers(`container=topics/others&from=${from}&to=${to}`)).readers;
  expect(writer).toMatchObject({ agent_id: 'bo', reads: false, writes: true });
  const all = await readers(`from=${from}&to=${to}&agent_id=bo`);
  expect(all.readers.map(({ agent_id: id }) => id)).toEqual(['bo']);

  // Issued before the requested period, and valid until within it.
  await home.open.platform.database.execute(
    sql`update credential_audit set requested_at = requested_at - interval '1 day',
          expires_at = expires_at - interval '1 day' where agent_id = 'ada'`,
  );
  const dayBefore = (moment: string, seconds: number) =>
    new Date(Date.parse(moment) - 86_400_000 + seconds * 1000).toISOString();
  const later = await readers(`container=circles/poets&from=${dayBefore(to, 0)}&to=${dayBefore(to, 60)}`);
  expect(later.readers).toMatchObject([
    { agent_id: 'ada', held: [{ from: dayBefore(to, 0), to: dayBefore(to, 60) }] },
  ]);
  const longAfter = dayBefore(to, 80_000);
  expect((await readers(`container=circles/poets&from=${longAfter}&to=${to}`)).readers).toEqual([]);
  const tooLong = await fetch(
    `${home.url}/v1/admin/audit/readers?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z`,
    { headers: { authorization: `Bearer ${home.secrets.adminToken}` } },
  );
  expectProblem(await getAnswer(tooLong), 'invalid_input');
});

test('the audit names the places that credentials opened', async () => {
  const { items, places } = (await home.admin('GET', '/v1/admin/audit?agent_id=bo')) as unknown as {
    items: { scopes: string[] }[];
    places: Record<string, string>;
  };
  expect(items.map(({ scopes }) => scopes)).toContainEqual(['topic_message_write:others']);
  expect(places['topics/others']).toBe('About others');
});
