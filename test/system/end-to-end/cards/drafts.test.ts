import { randomBytes } from 'node:crypto';
import { tables } from '@agent-home/platform/database';
import { cardDraftBytes, type JsonObject, signAuthored, signerOf } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem } from '../../../support/problems.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { CardHome, card, personality } from './card-home.ts';
import { foreignFields } from './foreign-fields.ts';

let here: CardHome;

beforeAll(async () => {
  here = await CardHome.start();
});

afterAll(() => here.home.close());

describe('a card draft', () => {
  test('a field outside the owner’s draft is refused', async () => {
    const refused: [string, JsonObject][] = [
      ...Object.entries(foreignFields).map(([name, value]): [string, JsonObject] => [
        name,
        card({ [name]: value }),
      ]),
      ['personality.verified', card({ personality: { ...personality, verified: 1 } })],
      ['persona.reviewed', card({ persona: { style: 'dry', reviewed: true } })],
    ];
    for (const [name, draft] of refused) {
      const registered = await here.register('mallory', draft);
      expectProblem(registered, 'invalid_request');
      expect(registered.body.path).toBe(`card.${name}`);
      const changed = await here.asAdmin('PUT', '/v1/agents/ada/card', draft);
      expectProblem(changed, 'invalid_request');
      expect(changed.body.path).toBe(name);
    }
  });

  test('platform fields of a card ignore stored drafts', async () => {
    const agent = await RawAgent.admitted(here.home, 'old');
    const { agents } = tables;
    const { database } = here.home.open.platform;
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
    expect((await here.asAdmin('PUT', '/v1/agents/old/key', signAuthored(proof, signer))).status).toBe(200);
    const { cert, prompt_view, ...rotated } = await here.getCard('old');
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
    const waiting = await here.home.admin('GET', '/v1/admin/personas');
    expect(waiting.personas).toMatchObject([{ agent_id: 'old', persona: { style: 'wry' } }]);
    await here.asAdmin('POST', '/v1/admin/agents/old/persona', { decision: 'approve' });
    expect(Object.keys(await here.getCard('old')).sort()).toEqual(
      [...Object.keys(rotated), 'cert', 'prompt_view'].sort(),
    );
  });

  test('an oversized card is refused by a published limit', async () => {
    const { oss } = await here.ada.client({ type: 'registry_read' });
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
      const answer = await here.register('huge', draft);
      expectProblem(answer);
      expect([answer.body.code, answer.body.path], path).toEqual(['invalid_request', path]);
      expectProblem(await here.asAdmin('PUT', '/v1/agents/ada/card', draft), 'invalid_request');
    }
  });
});
