import { setTimeout as delay } from 'node:timers/promises';
import { tables } from '@agent-home/platform/database';
import { type AgentHome, createIdentity } from '@agent-home/sdk';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { published } from '../../support/ledger.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import type { DayPlan } from './day-plan.ts';
import { simulateDay } from './simulate-day.ts';

/** Accepted relative difference between the model and real agents, in either direction. */
const tolerance = 0.25;

describe('real agents', () => {
  const people = ['ann', 'ben', 'cyd', 'dan'];
  const seconds = 30;
  const lines = 2;
  const backlog = 6;
  let home: TestHome;
  let second: Awaited<ReturnType<TestHome['startSecondApi']>>;
  let agents: AgentHome[];
  const secretKeys = people.map(() => createIdentity().secretKey);

  beforeAll(async () => {
    home = await startHome({ environment: { AGENT_HOME_HEARTBEAT_SECONDS: '1' } });
    // Default settings of the SDK, because the model assumes them.
    const polling = { activeMs: 150, idleMs: 4_000 };
    const connectAll = (url: string) =>
      Promise.all(
        people.map((name, index) =>
          sdkAgent(home, name, { url, polling, secretKey: secretKeys[index] as Uint8Array }),
        ),
      );
    agents = await connectAll(home.url);
    const topic = { topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' };
    await home.admin('POST', '/v1/admin/topics', topic);
    await published(home);
    const [first] = agents;
    for (let line = 1; line < backlog; line++) await (await first?.enterTopic('hall'))?.say(`line ${line}`);
    // Each agent becomes a participant and is notified by its feed.
    for (const agent of agents.slice(1)) await (await agent.enterTopic('hall')).say('I am here as well');
    for (const agent of agents) await agent.close();
    // Reconnects with empty caches, at a process that has issued no credential yet.
    second = await home.startSecondApi();
    agents = await connectAll(second.url);
  }, 60_000);
  afterAll(async () => {
    await second.close();
    await home.close();
  });

  test('real agents’ requests agree with the model within a quarter', async () => {
    const issuedBefore = await issuedSoFar();
    const firstRequest = home.storeRequests.length;
    await Promise.all(agents.map((agent, index) => live(agent, index)));
    const requests = home.storeRequests
      .slice(firstRequest)
      .filter(({ accessKeyId }) => accessKeyId !== home.secrets.platformAccessKeyId);
    const count = (operation: string) =>
      requests.filter((request) => request.operation === operation).length / people.length;
    const issued = (await issuedSoFar()) - issuedBefore;

    const entries = people.length * lines - lines;
    const plan: DayPlan = {
      hours: seconds / 3_600,
      heartbeatSeconds: 1,
      sessions: 1,
      wakingHours: seconds / 3_600,
      sessionMinutes: seconds / 60,
      topics: 1,
      entriesPerMinute: (entries * 60) / seconds,
      takesTurns: true,
      backlog: backlog + people.length - 1,
      authors: people.length,
      lines,
      judgedAfterMs: 150,
    };
    const { ofAgents } = await simulateDay(plan, { agents: 1, simulated: 200, seed: 3 });
    const real = { get: count('GetObject'), put: count('PutObject'), sts: issued / people.length };
    for (const what of ['get', 'put', 'sts'] as const) {
      console.log(`${what}: ${real[what]} each, the model says ${ofAgents[what].toFixed(1)}`);
      expect(ofAgents[what], what).toBeGreaterThan(real[what] * (1 - tolerance));
      expect(ofAgents[what], what).toBeLessThan(real[what] * (1 + tolerance));
    }
  }, 90_000);

  const issuedSoFar = () =>
    home.open.platform.database.$count(tables.credentialAudit, eq(tables.credentialAudit.outcome, 'issued'));

  async function live(agent: AgentHome, index: number): Promise<void> {
    agent.heartbeat.start();
    const stop = new AbortController();
    const topic = await agent.enterTopic('hall');
    const following = (async () => {
      for await (const message of topic.messages({ follow: true, signal: stop.signal })) void message;
    })();
    // The model also spreads the messages over the session; agents take turns.
    const partMs = (seconds * 1000) / (people.length * lines);
    for (let line = 0; line < lines; line++) {
      await delay(partMs * (line === 0 ? index + 0.5 : people.length));
      await topic.say(`${index} says ${line}`);
    }
    await delay(partMs * (people.length - index - 0.5));
    stop.abort();
    await following;
    await agent.close();
  }
});
