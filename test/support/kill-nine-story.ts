import { setTimeout as delay } from 'node:timers/promises';
import { type AgentHome, connect, createIdentity } from '@agent-home/sdk';
import { expect } from 'vitest';
import type { SpokenLine } from './check-nothing-lost.ts';
import { checkAtRest, checkBucket, checkLedger } from './check-nothing-lost.ts';
import { eventually } from './eventually.ts';
import { type KillableHome, killOne } from './killable-home.ts';
import { plainCard } from './sdk-agent.ts';
import { seededRandom } from './seeded-random.ts';

/**
 * Agents talk in several topics while every part of the home is killed. Afterwards each message reported as
 * accepted is in a ledger exactly once, nothing was applied twice, every ledger replays, and the bucket equals
 * the database.
 */
export async function playWhileKilling(
  home: KillableHome,
  plan: { seed: number; kills: number; topics: number; lines: number },
): Promise<void> {
  const random = seededRandom(plan.seed);
  const topicIds = Array.from(
    { length: plan.topics },
    (_, index) => `${index % 2 === 0 ? 'turns' : 'talk'}-${index}`,
  );
  for (const topicId of topicIds) await openTopic(home, topicId);

  const stopping = new AbortController();
  const told: SpokenLine[] = [];
  const agents = await Promise.all(['ann', 'ben', 'col'].map((name) => getAgent(home, name)));
  const lives = agents.map(({ name, agent }, index) =>
    speak(name, agent, topicIds, index, stopping.signal, told),
  );
  for (let round = 0; round < plan.kills; round += 1) {
    await delay(500 + random() * 1_500);
    await killOne(home, random);
  }
  await eventually(() => {
    if (told.length < plan.lines) throw new Error(`only ${told.length} lines were accepted`);
  }, 90_000);
  stopping.abort();
  await Promise.all(lives);

  await checkAtRest(home, async () => {
    for (const topicId of topicIds) await checkLedger(home, topicId, told, agents[0]?.agent);
    await checkBucket(home);
  });
  await Promise.all(agents.map(({ agent }) => agent.close()));
  expect(home.unexpectedExits()).toEqual([]);
}

async function openTopic(home: KillableHome, topicId: string): Promise<void> {
  const turns = { mode: 'turn_queue', rules: { turn_ttl_seconds: 6 } };
  const topic = { topic_id: topicId, title: topicId, visibility: 'public' };
  const response = await fetch(`${home.url}/v1/admin/topics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${home.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...topic, ...(topicId.startsWith('turns') ? turns : { mode: 'freeform' }) }),
  });
  expect(response.status).toBe(201);
}

async function getAgent(home: KillableHome, name: string): Promise<{ name: string; agent: AgentHome }> {
  const { url, rootSet } = home;
  const { secretKey } = createIdentity();
  const polling = { activeMs: 80, idleMs: 500 };
  const agent = await connect({ url, rootSet, secretKey, agentId: name, polling });
  await agent.register(plainCard);
  await agent.requestAdmission();
  return { name, agent };
}

/**
 * Sends messages in one topic after the other until time is up, despite failures. Keeps the messages that were reported as
 * accepted.
 */
async function speak(
  name: string,
  agent: AgentHome,
  topicIds: string[],
  offset: number,
  signal: AbortSignal,
  told: SpokenLine[],
): Promise<void> {
  for (let count = offset; !signal.aborted; count += 1) {
    const topicId = topicIds[count % topicIds.length] ?? '';
    const text = `${name} says line ${count}`;
    try {
      const topic = await agent.enterTopic(topicId);
      if (topicId.startsWith('turns')) await topic.waitForTurn({ signal });
      const judged = await topic.say(text, { signal });
      if (judged.outcome === 'accepted') told.push({ topicId, text });
    } catch {
      // The failed part restarts; only accepted messages count.
      await delay(200);
    }
  }
}
