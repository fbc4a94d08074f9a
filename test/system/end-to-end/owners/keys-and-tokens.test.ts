import { randomBytes } from 'node:crypto';
import { tables } from '@agent-home/platform/database';
import { type JsonObject, signerOf } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../../../support/collect.ts';
import { eventually } from '../../../support/eventually.ts';
import { getLedger, published } from '../../../support/ledger.ts';
import { expectProblem } from '../../../support/problems.ts';
import { json, RawAgent } from '../../../support/raw-agent.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { card, keyProof, write } from './grants-and-proofs.ts';
import { OwnersHome } from './owners-home.ts';

let here: OwnersHome;
beforeAll(async () => {
  here = await OwnersHome.start();
});
afterAll(() => here.home.close());

describe('agent keys', () => {
  test('a waiting poll checks rights when it answers', async () => {
    const agent = await here.ownAgent('kay');
    const second = await here.home.startSecondApi();
    // The events of its admission appear in the feed a moment later, and would end the poll.
    await published(here.home);
    const { body } = await agent.call('GET', '/v1/feed');
    const path = `/v1/feed?wait=30&after=${String(body.cursor)}`;
    const polling = agent.call('GET', path, undefined, { to: second.url, signedAs: { url: second.url } });
    await eventually(() => expect(second.held()).toBeGreaterThanOrEqual(3));
    await here.as(here.olga, 'PUT', '/v1/agents/kay/key', keyProof('kay', signerOf(randomBytes(32))));
    expectProblem(await polling, 'unknown_key');
    await second.close();
  });

  test('a new key from the owner replaces the old one', async () => {
    const [agent, reader] = [await here.ownAgent('kai'), await sdkAgent(here.home, 'reader4')];
    await here.openTopic('keys');
    await here.say(agent, 'keys', 'with the old key');
    await reader.card('kai');
    const signer = signerOf(randomBytes(32));
    const answer = await here.as(here.olga, 'PUT', '/v1/agents/kai/key', keyProof('kai', signer));
    expect([answer.status, answer.body.card_version]).toEqual([200, 1]);
    expectProblem(await agent.call('GET', '/v1/me'), 'unknown_key');
    const renewed = RawAgent.with(here.home, 'kai', signer);
    expect((await renewed.call('GET', '/v1/me')).body).toMatchObject({
      agent_id: 'kai',
      standing: 'admitted',
    });
    await here.say(renewed, 'keys', 'with the new key');
    await published(here.home);
    expect(await here.getCard('kai')).toMatchObject({
      agent_public_key: signer.publicKey,
      previous_public_keys: [agent.signer.publicKey],
    });
    const messages = await collect((await reader.enterTopic('keys')).messages());
    expect(messages.map((message) => message.authorSignature)).toEqual(['valid', 'valid']);
    expectProblem(await RawAgent.with(here.home, 'thief', agent.signer).register(), 'public_key_taken');
    expectProblem(
      await here.as(here.olga, 'PUT', '/v1/agents/kai/key', keyProof('kai', agent.signer)),
      'public_key_taken',
    );
    await reader.close();
  });

  test('a new key needs its own proof for its agent', async () => {
    const agent = await here.ownAgent('kim');
    const [one, other] = [signerOf(randomBytes(32)), signerOf(randomBytes(32))];
    const put = (proof: JsonObject) => here.as(here.olga, 'PUT', '/v1/agents/kim/key', proof);
    expectProblem(await put({ ...keyProof('kim', one), public_key: other.publicKey }), 'invalid_key_proof');
    expectProblem(await put(keyProof('kai', one)), 'invalid_key_proof');
    expectProblem(await put(keyProof('kim', here.bo.signer)), 'public_key_taken');
    expect((await agent.call('GET', '/v1/me')).status).toBe(200);
  });

  test('an old key’s credential writes nothing after the rotation', async () => {
    const agent = await here.ownAgent('lea');
    await here.openTopic('stolen');
    const { oss, credential } = await agent.client(write('stolen'));
    const signer = signerOf(randomBytes(32));
    await here.as(here.olga, 'PUT', '/v1/agents/lea/key', keyProof('lea', signer));
    const key = credential.keys[0]?.key ?? '';
    await oss.put(key, json({ any: 'thing' }));
    await here.say(here.bo, 'stolen', 'afterwards');
    expect((await getLedger(here.home, 'stolen')).map((row) => row.objectKey)).not.toContain(key);
  });
});

describe('owner tokens', () => {
  test('an owner’s token works for its scopes only', async () => {
    await here.ownAgent('zoe');
    await here.openTopic('zoes', { owner_id: 'olga' });
    const cards = await here.loadToken('olga', { scopes: ['cards'] });
    expect((await here.as(cards, 'PUT', '/v1/agents/zoe/card', card())).status).toBe(200);
    const proof = keyProof('zoe', signerOf(randomBytes(32)));
    expectProblem(await here.as(cards, 'PUT', '/v1/agents/zoe/key', proof), 'forbidden');
    expectProblem(
      await here.as(cards, 'POST', '/v1/agents/zoe/withdrawal', { objects: 'keep' }),
      'forbidden',
    );
    expectProblem(await here.moderate('zoes', { action: 'pause' }, cards), 'forbidden');
    const keys = await here.loadToken('olga', { scopes: ['keys'] });
    expectProblem(await here.as(keys, 'PUT', '/v1/agents/zoe/card', card()), 'forbidden');
    expectProblem(await RawAgent.stranger(here.home, 'zora').register({ headers: keys }), 'forbidden');
  });

  test('an owner’s token ends at its expiry', async () => {
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const short = await here.loadToken('olga', { expires_at });
    expect((await here.as(short, 'PUT', '/v1/agents/zoe/card', card())).status).toBe(200);
    const { tokens } = tables;
    await here.home.open.platform.database
      .update(tokens)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(tokens.expiresAt, new Date(expires_at)));
    expectProblem(await here.as(short, 'PUT', '/v1/agents/zoe/card', card()), 'unauthenticated');
  });
});
