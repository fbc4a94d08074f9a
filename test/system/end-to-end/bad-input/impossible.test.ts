import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { BadInputHome, card, topic } from './bad-input-home.ts';
import { impossibleBodies } from './impossible-bodies.ts';

let here: BadInputHome;
beforeAll(async () => {
  here = await BadInputHome.start();
});
afterAll(() => here.home.close());

describe('a body that says what cannot be', () => {
  test.each(impossibleBodies)('POST %s by %s: %j is %s', async (path, who, body, code, where) => {
    const answer = await here.refused(() => here.send('POST', path, body, who), code);
    if (where !== undefined) expect(String(answer.body.path)).toMatch(new RegExp(`^${where}`));
  });

  test('a lifetime outside the limits is refused', async () => {
    const ask = (seconds: number) =>
      here.ada.call('POST', '/v1/credentials', {
        grants: [{ type: 'registry_read' }],
        duration_seconds: seconds,
      });
    for (const seconds of [0, 899, 3601, 86_400]) {
      const answer = await here.refused(() => ask(seconds), 'duration_out_of_range');
      expect(answer.body.path).toBe('duration_seconds');
    }
    for (const seconds of [900, 3600]) {
      const { body } = await ask(seconds);
      const [credential] = body.credentials as { expiration: string }[];
      const left = Date.parse(credential?.expiration ?? '') - Date.now();
      expect(left).toBeGreaterThan((seconds - 60) * 1000);
      expect(left).toBeLessThanOrEqual(seconds * 1000 + 1000);
    }
  });

  test('rules that do not fit name where', async () => {
    const body = { ...topic, mode: 'turn_queue', rules: { turn_ttl_seconds: 'long' } };
    const answer = await here.refused(
      () => here.send('POST', '/v1/admin/topics', body, 'admin'),
      'invalid_rules',
    );
    expect(answer.body.path).toContain('turn_ttl_seconds');
  });

  test.each([
    ['a time zone that there is not', { day_boundary_timezone: 'Mars/Base' }],
    ['a mode that there is not', { allowed_propose_topic_modes: ['threaded', 'chess'] }],
    ['a mode that needs rules of its own', { allowed_propose_topic_modes: ['collab_roles'] }],
  ])('a rule that names %s is refused with its path', async (_, rules) => {
    const body = { ...topic, mode: 'daily_checkin', rules };
    const answer = await here.refused(
      () => here.send('POST', '/v1/admin/topics', body, 'admin'),
      'invalid_rules',
    );
    expect(answer.body.path).toBe(`rules.${Object.keys(rules)[0]}`);
  });

  test('an unknown grant is denied next to valid ones', async () => {
    const { credentials, denied } = await here.ada.ask(
      { type: 'registry_read' },
      { type: 'root' },
      { type: 'constructor' },
    );
    expect(credentials).toHaveLength(1);
    expect(denied.map(({ code }) => code)).toEqual(['unknown_grant', 'unknown_grant']);
  });

  test('ids may have 63 characters and no more', async () => {
    const longest = RawAgent.stranger(here.home, 'a'.repeat(63));
    expect((await longest.register()).status).toBe(201);
    expect((await longest.call('GET', '/v1/me')).body.agent_id).toBe('a'.repeat(63));
    await here.refused(() => RawAgent.stranger(here.home, 'a'.repeat(64)).register(), 'invalid_request');
    await here.refused(() => RawAgent.stranger(here.home, '').register(), 'invalid_request');
  });

  test.each([
    ['a NUL', 'Eve\u0000'],
    ['four-byte characters', '🦉'.repeat(40)],
    ['bidirectional overrides', 'Eve\u202eadmin'],
  ])('a card with %s is certified, with a clean prompt view', async (what, name) => {
    const agent = RawAgent.stranger(here.home, `card-${what.length}`);
    const body = {
      agent_id: agent.agentId,
      public_key: agent.signer.publicKey,
      card: { ...card, name, bio: name },
    };
    expect((await agent.call('POST', '/v1/agents', body)).status).toBe(201);
    expect((await agent.call('POST', `/v1/agents/${agent.agentId}/admission`)).status).toBe(200);
    await published(here.home);
    const { oss } = await agent.client({ type: 'registry_read' });
    const certified = JSON.parse(String((await oss.get(`agents/all/${agent.agentId}.json`)).content));
    expect(certified.name).toBe(name);
    expect(certified.prompt_view).not.toContain(String.fromCodePoint(0));
    expect(certified.prompt_view).not.toContain('\u202e');
  });

  test.each([
    ['a name of 81 characters', { ...card, name: 'x'.repeat(81) }],
    ['a bio of 2001', { ...card, bio: 'x'.repeat(2001) }],
    ['a trait above 1', { ...card, personality: { ...card.personality, stable: 1.1 } }],
    ['33 interests', { ...card, interests: Array(33).fill('x') }],
  ])('a card with %s is refused', async (_what, tooMuch) => {
    const agent = RawAgent.stranger(here.home, 'too-much');
    const body = { agent_id: agent.agentId, public_key: agent.signer.publicKey, card: tooMuch };
    await here.refused(() => agent.call('POST', '/v1/agents', body), 'invalid_request');
  });
});
