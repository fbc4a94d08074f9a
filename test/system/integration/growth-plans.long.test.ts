import {
  agentListQuerySchema,
  circleListQuerySchema,
  officeAgentQuerySchema,
  searchQuerySchema,
  taskListQuerySchema,
  topicListQuerySchema,
} from '@agent-home/http-contract';
import {
  createBacklogMeter,
  createMetrics,
  keepHouse,
  officeAgents,
  type Platform,
  searchHome,
  showAgent,
  showAgents,
  showCircles,
  showLivingRoom,
  showReplays,
  showTasks,
  showTopic,
  showTopics,
  type Viewer,
} from '@agent-home/platform';
import { connectDatabase } from '@agent-home/platform/database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { growHistory } from '../../performance/bench/home/grow-history.ts';
import { copyRows } from '../../performance/bench/home/grow-home.ts';
import type { HomeSize } from '../../performance/bench/home/home-size.ts';
import { type ExplainedStatement, explainedDatabase } from '../../support/explained-database.ts';
import { freshDatabase, type TestDatabase } from '../../support/fresh-database.ts';

const size: HomeSize = { agents: 40_000, topics: 8_000, circles: 2_000, open: 50 };
const history = { entriesOfTopic: 10, toldOfTopic: 5 };
/** Row limit for tables with tens of thousands of rows: far more than a page and its related rows need. */
const fewRows = 12_000;

const anonymous: Viewer = { role: 'anonymous' };
const keeper: Viewer = { role: 'owner', ownerId: 'keeper' };

let home: TestDatabase;
beforeAll(async () => {
  home = await freshDatabase();
  const connection = connectDatabase(home.url, { maxConnections: 1 });
  const run = (statement: ReturnType<typeof sql>) => connection.database.execute(statement);
  await run(sql`set session_replication_role = 'replica'`);
  await run(sql`insert into circles (circle_id, name, description, owner_id, membership_mode, listed, approval)
    values ('template', 'Grown', '', 'platform', 'open', true, '{}')`);
  await run(sql`insert into topics (topic_id, title, visibility, read_scope, owner_id, status, mode, mode_version, terms,
      state, ledger_sequence, ledger_head)
    values ('template', 'Grown', 'public', 'all', 'platform', 'open', 'freeform', 1, '{}', '{"status":"open"}', 1, '')`);
  for (const name of ['state', 'manifest'])
    await run(sql`insert into published_objects (object_key, stream, version, confirmed_version, confirmed_text)
      values (${`topics/template/${name}.json`}, 'template', 1, 1, '{"topic_id":"template","state":{"status":"open"}}')`);
  await copyRows(run, size, { template: 'template', keys: '[]' });
  await growHistory(run, size, history, 'template');
  await run(sql`vacuum (analyze)`);
  await connection.close();
}, 240_000);
afterAll(() => home.drop());

/** Returns the steps that scan a whole growing table, or that read many rows of one, in words. */
function faults(statements: ExplainedStatement[]): string[] {
  return statements.flatMap(({ text, steps }) =>
    steps.flatMap(({ type, table, index, rows }) =>
      table !== undefined && (rows > fewRows || (type === 'Seq Scan' && rows > 1_000))
        ? [`${type} of ${table}${index ? ` by ${index}` : ''}: ${rows} rows, in ${text.slice(0, 300)}`]
        : [],
    ),
  );
}

async function readsLittle(plans: 'custom' | 'generic'): Promise<void> {
  const { database, explain, close } = await explainedDatabase(home.url, plans);
  const projecting = { database, now: () => new Date(), config: { onlineSeconds: 180 } };
  const cursor = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url');
  const topics = (viewer: Viewer, query: object) =>
    showTopics(database, viewer, topicListQuerySchema.parse(query));
  const agents = (viewer: Viewer, query: object) =>
    showAgents(projecting, viewer, agentListQuerySchema.parse(query));
  const search = (viewer: Viewer, q: string) =>
    searchHome(projecting, viewer, searchQuerySchema.parse({ q }));
  const asked: Record<string, () => Promise<unknown>> = {
    'the newest topics': () => topics(anonymous, {}),
    'open topics': () => topics(anonymous, { status: 'open' }),
    'closed topics': () => topics(anonymous, { status: 'closed' }),
    'topics of a mode': () => topics(anonymous, { mode: 'debate' }),
    'topics of a circle': () => topics({ role: 'admin' }, { circle_id: 'grown-70' }),
    'topics of an agent': () => topics(anonymous, { agent_id: 'grown-70' }),
    'topics of an owner': () => topics(keeper, {}),
    'topics far back': () => topics(anonymous, { cursor: cursor('2026-03-01T00:00:00.000Z', 'grown-1') }),
    'one topic': () => showTopic(database, anonymous, 'grown-72'),
    'the first agents': () => agents(anonymous, {}),
    'agents further on': () => agents(anonymous, { cursor: cursor('grown-29') }),
    'agents of a circle': () => agents({ role: 'admin' }, { circle_id: 'grown-70' }),
    'the living room': () => showLivingRoom(projecting, anonymous),
    'the living room of an owner': () => showLivingRoom(projecting, keeper),
    'what can be played again': () => showReplays(database, anonymous),
    'one agent': () => showAgent(projecting, anonymous, 'grown-70'),
    circles: () => showCircles(database, anonymous, circleListQuerySchema.parse({})),
    'circles of an owner': () => showCircles(database, keeper, circleListQuerySchema.parse({})),
    tasks: () => showTasks(database, anonymous, taskListQuerySchema.parse({})),
    'closed tasks': () => showTasks(database, anonymous, taskListQuerySchema.parse({ status: 'closed' })),
    'agents in the office': () => officeAgents(database, officeAgentQuerySchema.parse({})),
    'suspended agents': () => officeAgents(database, officeAgentQuerySchema.parse({ standing: 'suspended' })),
    'a common word': () => search(anonymous, 'everyone'),
    'a word of one topic': () => search(anonymous, 'grove70'),
    'a word that nobody said': () => search(anonymous, 'nowhere'),
    'an agent by its name': () => search(anonymous, 'Resident 3977'),
    'two characters that nobody has': () => search(anonymous, '小明'),
  };
  const found: Record<string, string[]> = {};
  for (const [name, ask] of Object.entries(asked)) {
    const statements = await explain(ask);
    expect(statements.length, name).toBeGreaterThan(0);
    const wrong = faults(statements);
    if (wrong.length > 0) found[name] = wrong;
  }
  expect(found).toEqual({});
  await close();
}

test('queries planned for their parameters scan no growing table', () => readsLittle('custom'));

test('queries planned without parameters scan no growing table', () => readsLittle('generic'));

test('any part of a name finds its agent or topic', async () => {
  const { database, now, close } = await projectingHome();
  const config = { onlineSeconds: 180 };
  await database.execute(sql`insert into agents (agent_id, public_key, key_id, standing, card_draft)
    values ('quiet', 'quiet', 'quiet', 'admitted', '{}'), ('renamed', 'renamed', 'renamed', 'admitted', '{}')`);
  await database.execute(sql`insert into card_history (agent_id, card_version, version, name, text, published_at)
    values ('quiet', 1, 1, '王小明 100%', '{}', now()), ('renamed', 1, 1, 'Once Zyx', '{}', now()),
      ('renamed', 2, 2, 'Now Abc', '{}', now())`);
  const agentsCalled = async (q: string) =>
    (await searchHome({ database, now, config }, anonymous, searchQuerySchema.parse({ q }))).agents.map(
      (one) => one.agent_id,
    );
  for (const part of ['小明', '明', 'uiet', '100%', '王小明 100%'])
    expect(await agentsCalled(part), part).toEqual(['quiet']);
  // Found by the present name, and not by a merely similar one.
  expect(await agentsCalled('zyx')).toEqual([]);
  expect(await agentsCalled('w aBC')).toEqual(['renamed']);
  expect(await agentsCalled('明小')).toEqual([]);
  expect(await agentsCalled('%')).toEqual(['quiet']);
  await database.execute(sql`update topics set title = '森林 of Ten' where topic_id = 'grown-72'`);
  const { topics } = await searchHome(
    { database, now, config },
    anonymous,
    searchQuerySchema.parse({ q: '林 OF' }),
  );
  expect(topics.map((topic) => topic.topic_id)).toEqual(['grown-72']);
  await close();
});

test('idle housekeeping scans no growing table', async () => {
  const { explain, platform, close } = await houseToKeep();
  expect(faults(await explain(() => keepHouse(platform)))).toEqual([]);
  await close();
});

test('housekeeping deletes many rows in pieces', async () => {
  const { database, explain, platform, close } = await houseToKeep();
  await database.execute(sql`insert into request_nonces (key_id, nonce, expires_at)
    select 'spent', n, now() - interval '1 hour' from generate_series(1, 5000) as n`);
  const statements = await explain(() => keepHouse(platform));
  const pieces = statements.filter(({ text }) => text.startsWith('delete from "request_nonces"'));
  expect(pieces.map(({ steps }) => steps.find(({ type }) => type === 'Limit')?.rows)).toEqual([
    2_000, 2_000, 1_000,
  ]);
  const [left] = await database.execute<{ spent: number; live: number }>(
    sql`select count(*) filter (where key_id = 'spent')::integer as spent, count(*)::integer as live from request_nonces`,
  );
  expect(left).toEqual({ spent: 0, live: size.agents / 5 });
  await close();
});

test('health queries scan no growing table', async () => {
  const { explain, platform, close } = await houseToKeep();
  const measured = { ...platform, metrics: createMetrics() } as unknown as Platform;
  expect(faults(await explain(createBacklogMeter(measured)))).toEqual([]);
  await close();
});

async function projectingHome() {
  const { database, close } = connectDatabase(home.url, { maxConnections: 2 });
  return { database, close, now: () => new Date() };
}

async function houseToKeep() {
  const explained = await explainedDatabase(home.url, 'custom');
  const config = {
    feedDays: 30,
    storeEventDays: 7,
    credentialAuditDays: 90,
    reportDays: 30,
    unadmittedDays: 30,
    runDays: 30,
    deadlineGraceSeconds: 0,
  };
  const platform = { database: explained.database, now: () => new Date(), config } as unknown as Platform;
  return { ...explained, platform };
}
