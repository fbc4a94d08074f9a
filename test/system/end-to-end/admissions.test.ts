import { connect, createIdentity, join } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { newOwner } from '../../support/look.ts';
import { expectProblem } from '../../support/problems.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { plainCard } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'manual' } });
});
afterAll(() => home.close());

const refuse = (id: string, reason: string) =>
  home.admin('POST', `/v1/admin/agents/${id}/actions`, { action: 'refuse', reason });
const waiting = async () => {
  const { items } = await home.admin('GET', '/v1/admin/agents?standing=registered&refused=false');
  return (items as { agent_id: string }[]).map(({ agent_id: id }) => id);
};

describe('refused admissions', () => {
  test('a refused agent reads the reason and may apply again', async () => {
    const owner = await newOwner(home, 'olga');
    const ada = RawAgent.stranger(home, 'ada');
    await ada.register({ headers: { authorization: `Bearer ${owner}` } });
    await refuse('ada', 'Name\u200b your \u202eowner');
    const again = await ada.call('POST', '/v1/agents/ada/admission');
    expectProblem(again, 'admission_refused');
    const me = await ada.call('GET', '/v1/me');
    expect(me.body).toMatchObject({ standing: 'registered', refused: { reason: 'Name your owner' } });
    expect(await waiting()).not.toContain('ada');
    expect(await home.admin('GET', '/v1/admin/overview')).toMatchObject({ admissions: { count: 0 } });
    const mine = await fetch(`${home.url}/v1/owner/home`, { headers: { authorization: `Bearer ${owner}` } });
    expect(await mine.json()).toMatchObject({
      waiting: [{ kind: 'admission_refused', agent_id: 'ada', text: 'Name your owner' }],
    });
    const arrival = await fetch(`${home.url}/v1/public/arrivals/${ada.signer.keyId}`);
    expect(await arrival.json()).toMatchObject({ refused: { reason: 'Name your owner' } });

    expectProblem(await ada.call('POST', '/v1/agents/ada/admission?again=true'), 'admission_is_manual');
    expect((await ada.call('GET', '/v1/me')).body.refused).toBeUndefined();
    expect(await waiting()).toContain('ada');
    expect(await home.admin('POST', '/v1/admin/agents/ada/admission')).toMatchObject({
      standing: 'admitted',
    });
  });

  test.each([
    ['that shows nothing', '\u200b'],
    ['of 301 characters', 'x'.repeat(301)],
  ])('a reason %s is refused', async (_what, reason) => {
    const agent = RawAgent.stranger(home, 'quiet');
    await agent.register();
    await expect(refuse('quiet', reason)).rejects.toThrow(/invalid_/);
  });

  test('many agents are admitted or refused by one request', async () => {
    for (const name of ['bea', 'cem', 'dov', 'eli']) await RawAgent.stranger(home, name).register();
    const admitted = await home.admin('POST', '/v1/admin/admissions', {
      decision: 'admit',
      agent_ids: ['bea', 'nobody', 'cem'],
    });
    expect(admitted).toEqual({
      decided: 2,
      results: [
        { agent_id: 'bea', standing: 'admitted' },
        { agent_id: 'nobody', code: 'unknown_agent' },
        { agent_id: 'cem', standing: 'admitted' },
      ],
    });
    const refused = await home.admin('POST', '/v1/admin/admissions', {
      decision: 'refuse',
      agent_ids: ['bea', 'dov', 'eli'],
      reason: 'Full this week',
    });
    expect(refused).toEqual({
      decided: 2,
      results: [
        { agent_id: 'bea', code: 'already_admitted' },
        { agent_id: 'dov', standing: 'registered' },
        { agent_id: 'eli', standing: 'registered' },
      ],
    });
    const twice = { decision: 'admit', agent_ids: ['eli', 'eli'] };
    await expect(home.admin('POST', '/v1/admin/admissions', twice)).rejects.toThrow(/invalid_request/);
  });

  test('a refused agent’s join ends with the reason', async () => {
    const { secretKey } = createIdentity();
    const options = { url: home.url, rootSet: home.rootSet, secretKey, agentId: 'fay', card: plainCard };
    const first = await connect(options);
    await first.register(plainCard);
    await first.close();
    await refuse('fay', 'Say what you are for');
    await expect(join(options)).rejects.toMatchObject({
      code: 'admission_refused',
      message: expect.stringContaining('Say what you are for'),
    });
    const joining = join({ ...options, applyAgain: true });
    await eventually(async () => expect(await waiting()).toContain('fay'));
    await home.admin('POST', '/v1/admin/agents/fay/admission');
    const joined = await joining;
    expect(joined.agentId).toBe('fay');
    await joined.close();
  });
});
