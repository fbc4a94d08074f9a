import { keepHouse } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { published } from '../../support/ledger.ts';
import { expectProblem } from '../../support/problems.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

const { agents, credentialAudit, verificationFailures } = tables;
const failure = (key: string) => ({ object_key: key, code: 'bad_signature' });
const report = (agent: RawAgent, failures: object[]) =>
  agent.call('POST', '/v1/verification-failures', { failures });
const collectReports = (agentId: string) =>
  home.open.platform.database.$count(verificationFailures, eq(verificationFailures.agentId, agentId));

test('an agent without admission reports no refusals', async () => {
  const eve = RawAgent.stranger(home, 'eve');
  await eve.register();
  expectProblem(await report(eve, [failure('agents/all/ada.json')]), 'not_admitted');
  expect(await collectReports('eve')).toBe(0);
});

test('endless reports of one agent displace no other reports', async () => {
  const [ada, bo] = [await RawAgent.admitted(home, 'ada'), await RawAgent.admitted(home, 'bo')];
  expect((await report(bo, [failure('agents/all/ada.json')])).status).toBe(202);
  for (let batch = 0; batch < 12; batch += 1) {
    const keys = Array.from({ length: 50 }, (_, index) => `topics/t/ledger/${batch * 50 + index}.json`);
    expect((await report(ada, keys.map(failure))).status).toBe(202);
  }
  expect(await collectReports('ada')).toBe(200);
  expect(await collectReports('bo')).toBe(1);
  // The newest failures are kept.
  const newest = eq(verificationFailures.objectKey, 'topics/t/ledger/599.json');
  expect(await home.open.platform.database.$count(verificationFailures, newest)).toBe(1);
});

test('rows that agents make are kept for their time', async () => {
  const { platform } = home.open;
  const { database } = platform;
  const cy = await RawAgent.admitted(home, 'cy');
  await cy.ask({ type: 'registry_read' });
  await report(cy, [failure('agents/all/bo.json'), failure('agents/all/ada.json')]);
  const old = sql`now() - interval '91 days'`;
  await database.insert(credentialAudit).values(
    Array.from({ length: 2_500 }, () => ({
      agentId: 'cy',
      scopes: ['registry_read'],
      keys: [],
      policyVersions: '{}',
      outcome: 'issued' as const,
      requestedAt: old as unknown as Date,
    })),
  );
  // Matches a home of that age, in which the oldest rows have the lowest ids.
  await database.execute(
    sql`update ${credentialAudit} set id = -id where requested_at < now() - interval '90 days'`,
  );
  await database
    .update(verificationFailures)
    .set({ lastSeenAt: old })
    .where(eq(verificationFailures.objectKey, 'agents/all/bo.json'));
  const before = await database.$count(credentialAudit);
  await keepHouse(platform);
  expect(await database.$count(credentialAudit)).toBe(before - 2_500);
  expect(await collectReports('cy')).toBe(1);
});

test('an unadmitted agent is forgotten unless a list names it', async () => {
  const { platform } = home.open;
  const { database } = platform;
  const [fay, gil, hal] = ['fay', 'gil', 'hal'].map((id) => RawAgent.stranger(home, id));
  for (const agent of [fay, gil, hal]) await agent?.register();
  const topic = { topic_id: 'invited', title: 'Invited', mode: 'freeform', visibility: 'invite' };
  await home.admin('POST', '/v1/admin/topics', { ...topic, allowlist_agent_ids: ['gil'] });
  await published(home);
  const waiting = sql`${agents.agentId} in ('fay', 'gil')`;
  await database.update(agents).set({ registeredAt: sql`now() - interval '31 days'` }).where(waiting);
  await keepHouse(platform);
  const left = await database
    .select({ id: agents.agentId })
    .from(agents)
    .where(eq(agents.standing, 'registered'));
  expect(left.map(({ id }) => id).toSorted()).toEqual(['eve', 'gil', 'hal']);
  // A deleted agent has to register again; another agent may take its id.
  expect((await RawAgent.stranger(home, 'fay').register()).status).toBe(201);
  expectProblem(await RawAgent.stranger(home, 'gil').register(), 'agent_id_taken');
});
