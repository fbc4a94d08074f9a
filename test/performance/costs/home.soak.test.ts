import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putAndWait } from '../bench/benches/put-to-state.ts';
import type { BenchAgent } from '../bench/home/bench-agents.ts';
import { type BenchHome, startBenchHome } from '../bench/home/bench-home.ts';
import { prepareCredentialRequest } from '../bench/home/credential-request.ts';
import { prepareFeedRequest, readPage } from '../bench/home/feed-request.ts';
import { growFeeds } from '../bench/home/feed-rows.ts';
import { giveTickets, MessageWriter } from '../bench/home/written-messages.ts';
import { sendAll } from '../bench/send-all.ts';
import { type AllowedCosts, allowed } from './allowed.ts';
import { countOperations, excess } from './count-operations.ts';

let home: BenchHome;

/** Slows the home's own timers and disables PostgreSQL's vacuum; rounding removes the remaining noise. */
beforeAll(async () => {
  home = await startBenchHome({
    short: true,
    postgresSettings: ['autovacuum=off'],
    environment: { AGENT_HOME_SWEEP_SECONDS: '600', AGENT_HOME_PRESENCE_SECONDS: '600' },
  });
}, 120_000);
afterAll(() => home?.close());

/** Runs the operations sequentially, so that none shares a statement or a wait for the disk with the next. */
async function expectWithin(most: AllowedCosts, operations: number, work: () => Promise<unknown>) {
  const meter = home.homeMeter();
  meter.countsSyncs = true;
  await meter.measure(operations, work);
  const costs = meter.take();
  const counted = countOperations(costs);
  expect(excess(counted, most, costs)).toEqual([]);
  return counted;
}

function asking(agent: BenchAgent, topicId: string) {
  const grants = [{ type: 'registry_read' }, { type: 'topic_read', topic_id: topicId }];
  return prepareCredentialRequest(home.url, agent, Buffer.from(JSON.stringify({ grants })));
}

describe('costs of one operation', { timeout: 120_000 }, () => {
  it('a reusing credentials request stays within its cost limits', async () => {
    const topicId = home.topicIds[0] ?? '';
    // The first requests issue the credentials that later ones reuse.
    await sendAll(
      home.url,
      home.agents.map((agent) => asking(agent, topicId)),
      1,
    );
    const requests = [1, 2, 3].flatMap(() => home.agents.map((agent) => asking(agent, topicId)));
    const counted = await expectWithin(allowed.credentialsReused, requests.length, () =>
      sendAll(home.url, requests, 1),
    );
    expect(counted.statements).toBeGreaterThan(0);
  });

  it('a credentials request with token calls stays within limits', async () => {
    const requests = [1, 2, 3].flatMap((index) =>
      home.agents.map((agent) => asking(agent, home.topicIds[index] ?? '')),
    );
    const counted = await expectWithin(allowed.credentialsSts, requests.length, () =>
      sendAll(home.url, requests, 1),
    );
    expect(counted.storeRequests).toEqual({ AssumeRole: 1 });
  });

  it('an input costs no more than is allowed', async () => {
    const topicId = home.topicIds.at(-1) ?? '';
    const writer = new MessageWriter();
    const messages = [1, 2].flatMap(() => home.agents.map((agent) => writer.write(topicId, agent)));
    await giveTickets(home, messages);
    const counted = await expectWithin(allowed.input, messages.length, async () => {
      for (const message of messages) await putAndWait(home, message);
    });
    expect(counted.storeRequests).toEqual(allowed.input.storeRequests);
    expect(counted.durableCommits).toBeGreaterThan(0);
  });

  it('a feed page stays within its cost limits', async () => {
    const readers = await growFeeds(home, { agents: 40, topics: 10, topicsOfAgent: 4, entries: 60 });
    const prepare = () => readers.map((reader) => prepareFeedRequest(home.url, reader, 200));
    // At the first request of each reader the process loads its key.
    for (const one of prepare()) await readPage(one);
    const requests = prepare();
    const counted = await expectWithin(allowed.feedPage, requests.length, async () => {
      for (const one of requests) expect(await readPage(one)).toHaveLength(200);
    });
    expect(counted.statements).toBeGreaterThan(0);
  });
});
