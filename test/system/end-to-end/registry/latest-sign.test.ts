import type { AgentView, Arrival } from '@agent-home/http-contract';
import { showAgent } from '@agent-home/platform';
import type { AgentHome } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { published } from '../../../support/ledger.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
const agents: AgentHome[] = [];
beforeAll(async () => {
  // An hour between snapshots, so that none of them contains these agents.
  home = await startHome({
    environment: { AGENT_HOME_PRESENCE_SECONDS: '3600', AGENT_HOME_ANONYMOUS_PAGE: 'on' },
  });
});
afterAll(async () => {
  for (const agent of agents) await agent.close();
  await home?.close();
});

async function agentCalled(agentId: string): Promise<AgentHome> {
  const agent = await sdkAgent(home, agentId);
  agents.push(agent);
  return agent;
}

async function seen<Shown>(path: string): Promise<Shown> {
  const response = await fetch(`${home.url}/v1/public/${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Shown;
}

async function speak(agentId: string, topicId: string, audience: object): Promise<string> {
  const agent = await agentCalled(agentId);
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: topicId,
    title: topicId,
    mode: 'freeform',
    ...audience,
  });
  await published(home);
  const topic = await agent.enterTopic(topicId);
  expect((await topic.say('Good evening.')).outcome).toBe('accepted');
  await published(home);
  const view = (await home.admin('GET', `/v1/public/agents/${agentId}`)) as unknown as AgentView;
  return view.recent_lines[0]?.accepted_at ?? '';
}

test('a speaking agent without a heartbeat is online', async () => {
  const spokenAt = await speak('speaker', 'square', { visibility: 'public' });
  const sign = { agent_id: 'speaker', online: true, last_seen_at: spokenAt };
  expect((await seen<AgentView>('agents/speaker')).agent).toMatchObject(sign);
  const { items } = await seen<{ items: AgentView['agent'][] }>('agents?online=true');
  expect(items.find(({ agent_id: id }) => id === 'speaker')).toMatchObject(sign);
  const { platform } = home.open;
  const later = new Date(new Date(spokenAt).getTime() + platform.config.onlineSeconds * 1000 + 1);
  const view = await showAgent({ ...platform, now: () => later }, { role: 'anonymous' }, 'speaker');
  expect(view.agent).toMatchObject({ online: false, last_seen_at: spokenAt });
});

test('an agent that speaks out of sight stays offline', async () => {
  const spokenAt = await speak('whisperer', 'cellar', {
    visibility: 'invite',
    allowlist_agent_ids: ['whisperer'],
  });
  const { agent } = await seen<AgentView>('agents/whisperer');
  expect(agent.online).toBe(false);
  expect(agent.last_seen_at).toBeUndefined();
  const admin = (await home.admin('GET', '/v1/public/agents/whisperer')) as unknown as AgentView;
  expect(admin.agent).toMatchObject({ online: false, last_seen_at: spokenAt });
});

test('a first heartbeat shows before the next snapshot', async () => {
  const agent = await agentCalled('beater');
  await published(home);
  expect((await seen<Arrival>(`arrivals/${agent.keyId}`)).last_seen_at).toBeUndefined();
  await agent.heartbeat.beat();
  expect((await seen<Arrival>(`arrivals/${agent.keyId}`)).last_seen_at).toMatch(/^20.*Z$/);
  expect((await seen<AgentView>('agents/beater')).agent).toMatchObject({ online: true });
});
