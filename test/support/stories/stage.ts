import type { JsonObject, TrustedKeys } from '@agent-home/protocol';
import { verifyPlatformKeys } from '@agent-home/protocol';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { type IssuedCredential, RawAgent } from '../raw-agent.ts';
import type { TestHome } from '../start-home.ts';
import { measuredTimeFactor } from '../time-factor.ts';
import { type Cast, castNames, type StoryScene } from './scene.ts';
import { StagedTopic } from './staged-topic.ts';
import type { StoreUnderTest } from './store-under-test.ts';

/** A scene with the actions that only the platform's operators and an agent's owner have. */
export interface Stage extends StoryScene {
  /** Length of a window that a story lets pass; everything before must be judged within it. */
  windowSeconds: number;
  /** Opens a topic through the admin API and waits until its agents can enter it. */
  open(mode: string, rules?: JsonObject, extra?: JsonObject): Promise<StagedTopic>;
  /** Returns the reason for which the API refuses a new topic. */
  refusesToOpen(topic: JsonObject): Promise<string>;
  /** Gives the agent a new card on behalf of its owner; returns its version. */
  renewCard(agent: RawAgent): Promise<number>;
}

/** Registers the cast, under one owner. */
export async function setStage(home: TestHome, store: StoreUnderTest, windowSeconds = 12): Promise<Stage> {
  const owner = await ownerHeaders(home);
  const agents = await Promise.all(castNames.map((name) => admitted(home, name, owner)));
  const cast = Object.fromEntries(agents.map((agent) => [agent.agentId, agent])) as Cast;
  let topics = 0;
  let cards = 0;
  const stage: Stage = {
    home,
    store,
    cast,
    // Agents write within a window of real time, so a busy machine needs a longer one.
    windowSeconds: Math.ceil(windowSeconds * measuredTimeFactor()),
    trust: await readTrust(home, store, cast.ada),
    async open(mode, rules = {}, extra = {}) {
      topics += 1;
      const topicId = `${mode.replaceAll('_', '-')}-${topics}`;
      await home.admin('POST', '/v1/admin/topics', {
        topic_id: topicId,
        title: `Story ${topics} of ${mode}`,
        visibility: 'public',
        mode,
        rules,
        ...extra,
      });
      return eventually(() => StagedTopic.enter(stage, topicId));
    },
    async refusesToOpen(topic) {
      const { status, body } = await callWith(
        home,
        home.secrets.adminToken,
        'POST',
        '/v1/admin/topics',
        topic,
      );
      expect(status).toBeGreaterThanOrEqual(400);
      return String(body.code);
    },
    async renewCard(agent) {
      cards += 1;
      const card = { ...plainCard(agent.agentId), bio: `Card number ${cards} of the story.` };
      const path = `/v1/agents/${agent.agentId}/card`;
      const { status, body } = await callWith(home, owner.token, 'PUT', path, card);
      expect(status).toBe(200);
      return Number(body.card_version);
    },
  };
  return stage;
}

async function ownerHeaders(home: TestHome): Promise<{ token: string }> {
  await home.admin('POST', '/v1/admin/owners', { owner_id: 'olga', name: 'Olga' });
  const asked = { role: 'owner', owner_id: 'olga', label: 'stories' };
  return { token: String((await home.admin('POST', '/v1/admin/tokens', asked)).token) };
}

async function admitted(home: TestHome, name: string, owner: { token: string }): Promise<RawAgent> {
  const agent = RawAgent.stranger(home, name);
  await agent.register({ headers: { authorization: `Bearer ${owner.token}` } });
  expect((await agent.call('POST', `/v1/agents/${name}/admission`)).status).toBe(200);
  return agent;
}

function plainCard(name: string) {
  return { name, personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 } };
}

async function callWith(home: TestHome, token: string, method: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${home.url}${path}`, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Establishes trust from the pinned root, with the objects that an agent may read. */
async function readTrust(home: TestHome, store: StoreUnderTest, agent: RawAgent): Promise<TrustedKeys> {
  const [credential] = (await agent.ask({ type: 'registry_read' })).credentials as [IssuedCredential];
  return eventually(async () => {
    const bytes = await store.open(credential).get('platform/keys.json');
    return verifyPlatformKeys({ bytes, pinned: home.rootSet, seen: undefined });
  });
}
