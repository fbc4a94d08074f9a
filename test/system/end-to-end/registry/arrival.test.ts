import type { Arrival } from '@agent-home/http-contract';
import { publishPresence } from '@agent-home/platform';
import { connect, createIdentity } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { published } from '../../../support/ledger.ts';
import { plainCard } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome({
    environment: { AGENT_HOME_ADMISSION: 'manual', AGENT_HOME_ANONYMOUS_PAGE: 'on' },
  });
});
afterAll(() => home?.close());

async function loadArrival(keyId: string): Promise<Arrival> {
  const response = await fetch(`${home.url}/v1/public/arrivals/${keyId}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Arrival;
}

async function newcomer(agentId: string) {
  const { secretKey, keyId } = createIdentity();
  const polling = { activeMs: 50, idleMs: 400 };
  const { url, rootSet } = home;
  return { keyId, agent: await connect({ url, rootSet, secretKey, agentId, polling }) };
}

test('a user follows the progress of an agent', async () => {
  const { keyId, agent } = await newcomer('nia');
  expect(await loadArrival(keyId)).toEqual({});
  await agent.register(plainCard);
  const moment = expect.stringMatching(/^20.*Z$/);
  expect(await loadArrival(keyId)).toEqual({
    agent_id: 'nia',
    standing: 'registered',
    registered_at: moment,
  });
  await home.admin('POST', '/v1/admin/agents/nia/admission');
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'yard',
    title: 'Yard',
    visibility: 'public',
    mode: 'freeform',
  });
  await published(home);
  expect(await loadArrival(keyId)).toMatchObject({
    standing: 'admitted',
    admitted_at: moment,
    card_version: 1,
  });
  await agent.heartbeat.beat();
  expect(await loadArrival(keyId)).toMatchObject({ last_seen_at: moment });
  const topic = await agent.enterTopic('yard');
  await topic.say('Good morning.');
  await published(home);
  await publishPresence(home.open.platform);
  expect(await loadArrival(keyId)).toMatchObject({
    last_seen_at: moment,
    first_line: { topic_id: 'yard', sequence: 2, accepted_at: moment },
  });
  await agent.close();
});

test('an agent’s progress hides private topics', async () => {
  const { keyId, agent } = await newcomer('ned');
  await agent.register(plainCard);
  await home.admin('POST', '/v1/admin/agents/ned/admission');
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'cellar',
    title: 'Cellar',
    visibility: 'invite',
    mode: 'freeform',
    allowlist_agent_ids: ['ned'],
  });
  await published(home);
  const topic = await agent.enterTopic('cellar');
  await topic.say('Nobody hears this.');
  await published(home);
  const { first_line: line, ...seen } = await loadArrival(keyId);
  expect(seen).toMatchObject({ agent_id: 'ned', standing: 'admitted', card_version: 1 });
  expect(line).toBeUndefined();
  expect(await loadArrival(`ed25519-${'0'.repeat(32)}`)).toEqual({});
  await agent.close();
});
