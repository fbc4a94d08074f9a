import { findAgentsQuerySchema } from '@agent-home/http-contract';
import { connectDatabase, jsonParameter } from '@agent-home/platform/database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentsStatement } from '../../../packages/platform/src/credentials/listings/list-agents.ts';
import { feedStatement } from '../../../packages/platform/src/reading/feed/feed-statement.ts';
import { questionRow } from '../../../packages/platform/src/reading/feed/read-feed.ts';
import { freshDatabase, type TestDatabase } from '../../support/fresh-database.ts';
import { collectSteps, type PlanStep } from '../../support/query-plan.ts';

const agents = 30_000;
const entries = 30_000;

let home: TestDatabase;
let connection: ReturnType<typeof connectDatabase>;
beforeAll(async () => {
  home = await freshDatabase();
  connection = connectDatabase(home.url, { maxConnections: 1 });
  const run = (statement: ReturnType<typeof sql>) => connection.database.execute(statement);
  await run(sql`insert into agents (agent_id, public_key, key_id, standing, card_draft)
    select 'agent-' || n, 'key ' || n, 'id ' || n, 'admitted', '{}' from generate_series(1, ${agents}::integer) as n`);
  await run(sql`insert into certified_cards (agent_id, card_version, version, updated_at, tags)
    select 'agent-' || n, 1, 1, '2026-01-01'::timestamptz + n * interval '1 minute',
      array['capability:common', 'capability:rare-' || n / 20]
    from generate_series(1, ${agents}::integer) as n`);
  await run(sql`insert into circles (circle_id, name, description, owner_id, membership_mode, listed, approval)
    values ('ring', 'Ring', '', 'platform', 'invite', false, '{}')`);
  await run(sql`insert into circle_members (circle_id, agent_id, role)
    select 'ring', 'agent-' || n * 100, 'member' from generate_series(1, 200) as n`);
  await run(sql`insert into topics (topic_id, title, visibility, read_scope, owner_id, status, mode, mode_version, terms,
      state, ledger_sequence, ledger_head)
    values ('commons', 'Commons', 'public', 'all', 'platform', 'open', 'freeform', 1, '{}', '{}', 1, '')`);
  await run(sql`insert into feed_events (topic_id, author_id, event_type, occurred_at, payload)
    select 'commons', 'elder', 'topic.entry', '2026-01-01'::timestamptz + n * interval '1 minute', '{}'
    from generate_series(1, ${entries}::integer) as n`);
  for (const [agentId, since] of [
    ['agent-1', sql`pg_snapshot_xmin(pg_current_snapshot())`],
    ['agent-2', sql`'0'::xid8`],
  ] as const)
    await run(sql`insert into topic_follows (topic_id, agent_id, following, since_transaction, since_event)
      select 'commons', ${agentId}, true, ${since}, case when ${agentId} = 'agent-1' then max(id) else 0 end from feed_events`);
  await run(sql`analyze`);
}, 60_000);
afterAll(async () => {
  await connection.close();
  await home.drop();
});

const sum = (steps: PlanStep[], table: string) =>
  steps.filter((step) => step.table === table).reduce((rows, step) => rows + step.rows, 0);

test('a page of agents reads few rows', async () => {
  const online = Array.from({ length: 50 }, (_, n) => `agent-${n * 7 + 1}`);
  const after = Buffer.from(JSON.stringify(['agent-29'])).toString('base64url');
  for (const query of [
    {},
    { after },
    { capability: 'common' },
    { capability: 'rare-700' },
    { interest: 'nothing' },
    { circle_id: 'ring' },
    { circle_id: 'ring', capability: 'common' },
    { online: 'true' },
    { online: 'false' },
    { updated_since: '2026-01-21T00:00:00Z' },
    { updated_since: '2020-01-01T00:00:00Z' },
  ]) {
    const statement = agentsStatement(findAgentsQuerySchema.parse(query), online);
    const steps = await collectSteps(connection.database, statement);
    const named = JSON.stringify(query);
    expect(
      steps.filter(({ type, table }) => type === 'Seq Scan' && table !== 'circle_members'),
      named,
    ).toEqual([]);
    for (const table of ['certified_cards', 'agents']) expect(sum(steps, table), named).toBeLessThan(1_500);
  }
});

test('a feed page reads no past entries', async () => {
  const reader = (number: number) => ({ agentId: `agent-${number}`, keyId: `id ${number}` });
  const page = async (question: Parameters<typeof questionRow>[0]) => {
    const asked = jsonParameter([questionRow(question)]);
    const statement = feedStatement({ waits: true, acknowledges: false });
    return sum(await collectSteps(connection.database, statement(asked)), 'feed_events');
  };
  expect(await page({ reader: reader(1), limit: 50 })).toBe(0);
  expect(await page({ reader: reader(2), limit: 50, aboutMe: true })).toBe(0);
  expect(await page({ reader: reader(2), limit: 50 })).toBeLessThan(200);
  const since = new Date('2026-01-20T00:00:00Z');
  const history = { since, topicId: 'commons' };
  const read = await page({ reader: reader(1), limit: 50, history });
  expect(read).toBeGreaterThan(0);
  // Entries here all belong to one transaction, as after a restore.
  expect(read).toBeLessThan(300);
});
