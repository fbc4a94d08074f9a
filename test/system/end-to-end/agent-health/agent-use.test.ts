import { setTimeout as delay } from 'node:timers/promises';
import type { RunUse } from '@agent-home/http-contract';
import { keepHouse } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOwner } from '../../../support/look.ts';
import { agentOf, getRuns, readRuns } from '../../../support/mirrored-runs.ts';
import type { RawAgent } from '../../../support/raw-agent.ts';
import { linesOf, sealRun } from '../../../support/sealed-run.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

const { agentUse } = tables;
const dayMs = 86_400_000;

let home: TestHome;
let olga: string;
let otto: string;
beforeAll(async () => {
  home = await startHome();
  // Amounts count for the day on which they arrive, so a day must not end during the tests.
  const leftMs = dayMs - (Date.now() % dayMs);
  if (leftMs < 60_000) await delay(leftMs);
  olga = await newOwner(home, 'olga');
  otto = await newOwner(home, 'otto');
}, 120_000);
afterAll(() => home.close());

const useOf = (token: string, query = '') => getRuns<RunUse>(home, token, `/v1/runs/use${query}`);
const startedAt = new Date();
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

async function mirror(agent: RawAgent, runId: string): Promise<void> {
  const records = linesOf(sealRun({ runId, agentId: agent.agentId, startedAt }));
  const { status, body } = await agent.call('POST', `/v1/runs/${runId}/records`, { from_seq: 0, records });
  expect(status, JSON.stringify(body)).toBe(200);
}

test('adds up tokens and cost of each agent by UTC day', async () => {
  const [ada, uma, oz] = [
    await agentOf(home, 'ada', olga),
    await agentOf(home, 'uma', olga),
    await agentOf(home, 'oz', otto),
  ];
  await agentOf(home, 'idle', olga);
  await mirror(ada, 'run_before');
  await home.open.platform.database.update(agentUse).set({ day: dayOf(1) });
  await mirror(ada, 'run_one');
  await mirror(ada, 'run_two');
  // The same records again add nothing.
  await mirror(ada, 'run_two');
  await mirror(uma, 'run_uma');
  await mirror(oz, 'run_oz');
  const one = { runs: 1, input_tokens: 120, output_tokens: 30, cost: 0.25 };
  const two = { runs: 2, input_tokens: 240, output_tokens: 60, cost: 0.5 };
  const ofAda = {
    agent_id: 'ada',
    days: [
      { day: dayOf(1), ...one },
      { day: dayOf(0), ...two },
    ],
  };
  const single = (agent_id: string) => ({ agent_id, days: [{ day: dayOf(0), ...one }] });
  expect(await useOf(olga)).toMatchObject({
    from: dayOf(29),
    until: dayOf(0),
    agents: [ofAda, single('uma')],
  });
  expect((await useOf(otto)).agents).toEqual([single('oz')]);
  expect((await useOf(home.secrets.adminToken)).agents).toEqual([ofAda, single('oz'), single('uma')]);
  expect((await useOf(olga, '?days=1&agent_id=ada')).agents[0]?.days).toHaveLength(1);
  // Agents of others and unknown ones have no amounts.
  expect((await useOf(otto, '?agent_id=ada')).agents).toEqual([]);
  expect((await useOf(otto, '?agent_id=nowhere')).agents).toEqual([]);
  expect((await readRuns(home, undefined, '/v1/runs/use')).status).toBe(401);
  expect((await readRuns(home, olga, '/v1/runs/use?days=91')).status).toBe(422);
});

test('a response names at most fifty agents and sums up the others', async () => {
  const { platform } = home.open;
  const { database } = platform;
  await database.delete(agentUse);
  const row = (agentId: string, day: string, cost: number) => ({
    ...{ agentId, day, runs: 1, inputTokens: 10, outputTokens: 1, cost },
  });
  const names = Array.from({ length: 60 }, (_, index) => `many${String(index).padStart(2, '0')}`);
  await database
    .insert(agentUse)
    .values([
      ...names.map((name, index) => row(name, dayOf(2), 100 - index)),
      row('many59', dayOf(1), 1),
      row('many00', dayOf(40), 1_000),
      row('many00', dayOf(95), 1_000),
    ]);
  const use = await useOf(home.secrets.adminToken);
  expect(use.agents.map(({ agent_id }) => agent_id)).toEqual(names.slice(0, 50));
  expect(use.agents[0]?.days).toEqual([
    { day: dayOf(2), runs: 1, input_tokens: 10, output_tokens: 1, cost: 100 },
  ]);
  expect(use.others).toEqual({
    agents: 10,
    days: [
      {
        ...{ day: dayOf(2), runs: 10, input_tokens: 100, output_tokens: 10 },
        cost: 50 + 49 + 48 + 47 + 46 + 45 + 44 + 43 + 42 + 41,
      },
      { day: dayOf(1), runs: 1, input_tokens: 10, output_tokens: 1, cost: 1 },
    ],
  });
  expect((await useOf(home.secrets.adminToken, '?days=60&agent_id=many00')).agents[0]?.days).toHaveLength(2);
  await keepHouse(platform);
  expect(await database.$count(agentUse, eq(agentUse.agentId, 'many00'))).toBe(2);
  expect(await database.$count(agentUse, sql`day < ${dayOf(90)}`)).toBe(0);
});
