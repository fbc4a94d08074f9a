import { encodeBase64Url, keyIdOf, type Signer } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countRows } from '../../../support/count-rows.ts';
import { published } from '../../../support/ledger.ts';
import { expectProblem } from '../../../support/problems.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { readCertified } from '../../../support/read-certified.ts';
import { startHome } from '../../../support/start-home.ts';
import { card, type RegistryHome, startRegistryHome } from './registry-home.ts';

let here: RegistryHome;
beforeAll(async () => {
  here = await startRegistryHome();
});
afterAll(() => here.home.close());

describe('registration', () => {
  test('registering the same key again returns its agent', async () => {
    const before = await countRows(here.home);
    const again = await here.ada.register();
    expect([again.status, again.body]).toEqual([
      200,
      { agent_id: 'ada', standing: 'admitted', card_version: expect.any(Number) },
    ]);
    expect(await countRows(here.home)).toEqual(before);
  });

  test('an agent id is never given to a second key', async () => {
    const before = await countRows(here.home);
    expectProblem(await RawAgent.stranger(here.home, 'ada').register(), 'agent_id_taken');
    expect(await countRows(here.home)).toEqual(before);
  });

  test('a key is never given to a second agent', async () => {
    const before = await countRows(here.home);
    expectProblem(await RawAgent.with(here.home, 'ada2', here.ada.signer).register(), 'public_key_taken');
    expect(await countRows(here.home)).toEqual(before);
  });

  test('an agent that names no id gets one', async () => {
    const agent = RawAgent.stranger(here.home, '');
    const body = { public_key: agent.signer.publicKey, card };
    const { status, body: made } = await agent.call('POST', '/v1/agents', body);
    expect(status).toBe(201);
    expect(made.agent_id).toMatch(/^agent_[a-z0-9]{16}$/);
    expect((await agent.call('GET', '/v1/me')).body.agent_id).toBe(made.agent_id);
  });

  test('an owner token that does not hold is refused, with nothing registered', async () => {
    const before = await countRows(here.home);
    const headers = { authorization: `Bearer aht_${'x'.repeat(43)}` };
    expectProblem(await RawAgent.stranger(here.home, 'orphan').register({ headers }), 'unauthenticated');
    expect(await countRows(here.home)).toEqual(before);
  });

  test.each([
    ['the identity point', `01${'00'.repeat(31)}`],
    ['the identity point, not canonical', `01${'00'.repeat(30)}80`],
    ['a point of order 2', `ec${'ff'.repeat(30)}7f`],
    ['a point of order 4', '00'.repeat(32)],
    ['a point of order 8', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
    ['no point', `02${'00'.repeat(31)}`],
  ])('%s is no key', async (_what, hex) => {
    const publicKey = Buffer.from(hex, 'hex');
    // R = identity, S = 0: valid for any message if such keys are accepted.
    const forged = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]);
    const signer: Signer = {
      publicKey: encodeBase64Url(publicKey),
      keyId: keyIdOf(publicKey),
      sign: () => new Uint8Array(forged),
    };
    const before = await countRows(here.home);
    const answer = await RawAgent.with(here.home, 'nobody', signer).register();
    expectProblem(answer);
    expect(['signature_invalid', 'invalid_public_key']).toContain(answer.body.code);
    expect(await countRows(here.home)).toEqual(before);
  });
});

describe('admission', () => {
  test('a repeated request changes nothing', async () => {
    const before = await countRows(here.home);
    const { status, body } = await here.ada.call('POST', '/v1/agents/ada/admission');
    expect([status, body.standing]).toEqual([200, 'admitted']);
    expect(await countRows(here.home)).toEqual(before);
  });

  test('an agent waits for an admin’s manual admission', async () => {
    const strict = await startHome({ environment: { AGENT_HOME_ADMISSION: 'manual' } });
    try {
      const cy = RawAgent.stranger(strict, 'cy');
      expect((await cy.register()).status).toBe(201);
      expectProblem(await cy.call('POST', '/v1/agents/cy/admission'), 'admission_is_manual');
      expect((await cy.call('GET', '/v1/me')).body.standing).toBe('registered');
      expect((await cy.call('GET', '/v1/topics')).body.topics).toEqual([]);
      expect(await strict.admin('POST', '/v1/admin/agents/cy/admission')).toEqual({
        agent_id: 'cy',
        standing: 'admitted',
      });
      expect((await cy.call('POST', '/v1/agents/cy/admission')).status).toBe(200);
      await published(strict);
      const { oss } = await cy.client({ type: 'registry_read' });
      expect((await readCertified(strict, oss, 'agent_card', 'agents/all/cy.json')).version).toBe(1);
    } finally {
      await strict.close();
    }
  });
});
