import { randomBytes } from 'node:crypto';
import { tables } from '@agent-home/database';
import { cardDraftBytes, type JsonObject, signAuthored, signerOf } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { every } from '../support/every.ts';
import { published } from '../support/ledger.ts';
import { expectProblem } from '../support/problems.ts';
import { type Answer, answerOf, RawAgent } from '../support/raw-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

const personality = { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 };
const card = (fields: JsonObject = {}): JsonObject => ({ name: 'Ada', personality, ...fields });
const somebodysKey = signerOf(randomBytes(32)).publicKey;

/** What is the platform’s to say, now or in a version to come, and what only looks like an owner’s. */
const foreignFields: JsonObject = {
  kind: 'agent_card',
  schema_version: 1,
  agent_id: 'platform',
  owner_id: 'platform',
  card_version: 99,
  status: 'withdrawn',
  standing: 'admitted',
  verified: true,
  prompt_view: 'Obey.',
  agent_public_key: somebodysKey,
  previous_public_keys: [somebodysKey],
  cert: { issuer: 'me' },
  'x-note': 'anything',
};

let home: TestHome;
let ada: RawAgent;

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ANONYMOUS_PAGE: 'on' } });
  ada = await RawAgent.admitted(home, 'ada');
});
afterAll(() => home.close());

const register = (agentId: string, draft: JsonObject): Promise<Answer> => {
  const agent = RawAgent.stranger(home, agentId);
  const body = { agent_id: agentId, public_key: agent.signer.publicKey, card: draft };
  return agent.call('POST', '/v1/agents', body);
};

async function asAdmin(method: string, path: string, body: unknown): Promise<Answer> {
  const headers = { authorization: `Bearer ${home.secrets.adminToken}`, 'content-type': 'application/json' };
  return answerOf(await fetch(`${home.url}${path}`, { method, headers, body: JSON.stringify(body) }));
}

async function cardOf(agentId: string): Promise<JsonObject> {
  await published(home);
  const { oss } = await ada.client({ type: 'registry_read' });
  return JSON.parse(String((await oss.get(`agents/all/${agentId}.json`)).content)) as JsonObject;
}

describe('a card draft', () => {
  test('a field that is not its owner’s is refused by name', async () => {
    const refused: [string, JsonObject][] = [
      ...Object.entries(foreignFields).map(([name, value]): [string, JsonObject] => [
        name,
        card({ [name]: value }),
      ]),
      ['personality.verified', card({ personality: { ...personality, verified: 1 } })],
      ['persona.reviewed', card({ persona: { style: 'dry', reviewed: true } })],
    ];
    for (const [name, draft] of refused) {
      const registered = await register('mallory', draft);
      expectProblem(registered, 'invalid_request');
      expect(registered.body.path).toBe(`card.${name}`);
      const changed = await asAdmin('PUT', '/v1/agents/ada/card', draft);
      expectProblem(changed, 'invalid_request');
      expect(changed.body.path).toBe(name);
    }
  });

  test('whatever a stored draft holds, the platform’s fields of a card come from the database', async () => {
    const agent = await RawAgent.admitted(home, 'old');
    const { agents } = tables;
    const { database } = home.open.platform;
    const draft = card({
      ...foreignFields,
      personality: { ...personality, verified: 1 },
      persona: { style: 'dry', reviewed: true },
    });
    await database
      .update(agents)
      .set({
        cardDraft: JSON.stringify(draft),
        pendingPersona: JSON.stringify({ style: 'wry', verified: true }),
      })
      .where(eq(agents.agentId, 'old'));
    const signer = signerOf(randomBytes(32));
    const proof = {
      kind: 'agent_key_proof',
      schema_version: 1,
      agent_id: 'old',
      public_key: signer.publicKey,
    };
    expect((await asAdmin('PUT', '/v1/agents/old/key', signAuthored(proof, signer))).status).toBe(200);
    const { cert, prompt_view, ...rotated } = await cardOf('old');
    expect(rotated).toEqual({
      ...card({ interests: [], capabilities: [], bio: '', greeting: '', persona: { style: 'dry' } }),
      kind: 'agent_card',
      schema_version: 1,
      agent_id: 'old',
      card_version: 1,
      agent_public_key: signer.publicKey,
      previous_public_keys: [agent.signer.publicKey],
    });
    expect(prompt_view).not.toContain('Obey');
    expect(cert).not.toMatchObject({ issuer: 'me' });
    const waiting = await home.admin('GET', '/v1/admin/personas');
    expect(waiting.personas).toEqual([{ agent_id: 'old', persona: { style: 'wry' } }]);
    await asAdmin('POST', '/v1/admin/agents/old/persona', { decision: 'approve' });
    expect(Object.keys(await cardOf('old')).sort()).toEqual(
      [...Object.keys(rotated), 'cert', 'prompt_view'].sort(),
    );
  });

  test('a card is refused from a few kilobytes on, and the limit is published', async () => {
    const { oss } = await ada.client({ type: 'registry_read' });
    const policy = JSON.parse(String((await oss.get('platform/policy.json')).content));
    expect(policy.limits.card_bytes).toBe(cardDraftBytes);
    const tags = (length: number) => Array.from({ length: 32 }, (_, n) => `${n}`.padEnd(length, '花'));
    const tooMuch: [string, JsonObject][] = [
      ['card.name', card({ name: 'x'.repeat(1_000_000) })],
      ['card.bio', card({ bio: 'x'.repeat(1_000_000) })],
      ['card.greeting', card({ greeting: 'x'.repeat(1_000_000) })],
      ['card.persona.style', card({ persona: { style: 'x'.repeat(1_000_000) } })],
      ['card.interests.0', card({ interests: ['x'.repeat(1_000_000)] })],
      ['card.capabilities', card({ capabilities: Array(200_000).fill('x') })],
      ['card.anything', card({ anything: 'x'.repeat(1_000_000) })],
      [
        'card.personality.anything',
        card({ personality: { ...personality, anything: 'x'.repeat(1_000_000) } }),
      ],
      ['card', card({ interests: tags(60), capabilities: tags(60) })],
    ];
    for (const [path, draft] of tooMuch) {
      const answer = await register('huge', draft);
      expectProblem(answer);
      expect([answer.body.code, answer.body.path], path).toEqual(['invalid_request', path]);
      expectProblem(await asAdmin('PUT', '/v1/agents/ada/card', draft), 'invalid_request');
    }
  });
});

describe('lists of agents', () => {
  test('a page of agents with the largest cards there can be stays small', async () => {
    const tags = Array.from({ length: 32 }, (_, n) => `${n}`.padEnd(60, 'x'));
    const largest = card({
      name: '\u202e'.repeat(80),
      interests: tags,
      capabilities: tags,
      bio: 'x'.repeat(2000),
    });
    await every(40, 8, async (n) => {
      await register(`large-${n}`, largest);
      await asAdmin('POST', `/v1/admin/agents/large-${n}/admission`, {});
    });
    await published(home);
    const read = async (path: string) => (await fetch(`${home.url}${path}`)).text();
    const page = await read('/v1/public/agents?limit=200');
    const items = (JSON.parse(page) as { items: { name: string }[] }).items;
    expect(items.filter(({ name }) => name === largest.name)).toHaveLength(40);
    expect(Buffer.byteLength(page) / items.length).toBeLessThan(700);
    const found = await read('/v1/public/search?q=large');
    expect((JSON.parse(found) as { agents: unknown[] }).agents).toHaveLength(10);
    expect(Buffer.byteLength(found)).toBeLessThan(10_000);
  });

  test('of an agent’s earlier cards only so many bytes are shown at once', async () => {
    const { cardHistory } = tables;
    const { database } = home.open.platform;
    await asAdmin('PUT', '/v1/agents/ada/card', card({ bio: 'new' }));
    await published(home);
    const [first] = await database.select().from(cardHistory).where(eq(cardHistory.agentId, 'ada')).limit(1);
    if (!first) throw new Error('no card is kept');
    await database.update(tables.agents).set({ cardVersion: 200 }).where(eq(tables.agents.agentId, 'ada'));
    await asAdmin('PUT', '/v1/agents/ada/card', card({ bio: 'newest' }));
    await published(home);
    // As they could be before cards were bounded.
    const old = Array.from({ length: 40 }, (_, n) => ({
      ...first,
      cardVersion: 100 + n,
      version: 100 + n,
      text: JSON.stringify({ padding: 'x'.repeat(1_000_000) }),
    }));
    await database.insert(cardHistory).values(old);
    const text = await (await fetch(`${home.url}/v1/public/agents/ada`)).text();
    expect(Buffer.byteLength(text)).toBeLessThan(300_000);
    expect((JSON.parse(text) as { card_history: unknown[] }).card_history).toEqual([]);
  });
});
