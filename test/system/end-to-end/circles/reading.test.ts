import { sha256Hex } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askToJoin, readFeedEvents, requestIs } from '../../../support/circles.ts';
import { type IssuedCredential, json, type RawAgent, refusal } from '../../../support/raw-agent.ts';
import { type CirclesHome, denial, read, startCirclesHome } from './circles-home.ts';

let here: CirclesHome;
beforeAll(async () => {
  here = await startCirclesHome();
});
afterAll(() => here.home.close());

describe('readers of a circle', () => {
  test('a member reads the circle but no join request', async () => {
    const circleId = await here.found();
    const { oss, credential } = await here.plain.client(read(circleId));
    const { content } = await oss.get(`circles/${circleId}/manifest.json`);
    expect(JSON.parse(String(content))).toMatchObject({
      kind: 'circle_manifest',
      membership_mode: 'approval',
      approval: { required: 1, roles: ['mod', 'admin'], expires_seconds: 604_800 },
      listed: true,
      policy_version: 1,
    });
    expect(await here.memberSeenBy(here.plain, circleId, 'mod')).toMatchObject({
      role: 'mod',
      status: 'member',
    });
    const asked = await askToJoin(here.guest, circleId);
    await requestIs(here.home, asked.key, 'pending');
    expect(await refusal(oss.get(asked.key))).toBe('AccessDenied');
    expect(credential.prefixes.map(({ prefix }) => prefix)).not.toContain(`circles/${circleId}/`);
    const decider = await here.mod.client(read(circleId));
    expect(sha256Hex((await decider.oss.get(asked.key)).content as Buffer)).toBe(asked.sha256);
  });

  test('an outsider can neither list nor read a circle', async () => {
    const circleId = await here.found();
    const other = await here.found({ members: [{ agent_id: 'guest' }] });
    const { credentials, denied } = await here.guest.ask(
      { type: 'registry_read' },
      { type: 'heartbeat_write' },
      { type: 'prompt_read' },
      read(other),
      { type: 'circle_join_request_write', circle_id: circleId },
      read(circleId),
    );
    expect(denied).toMatchObject([{ code: 'not_found' }]);
    expect(credentials.length).toBeGreaterThanOrEqual(3);
    for (const credential of credentials) {
      const oss = here.guest.open(credential);
      for (const name of ['manifest.json', 'members/mod.json', 'join_requests/guest/j000001.json'])
        expect(await refusal(oss.get(`circles/${circleId}/${name}`)), name).toBe('AccessDenied');
      for (const prefix of ['', 'members/', 'join_requests/'])
        expect(await refusal(list(here.guest, credential, `circles/${circleId}/${prefix}`))).toBe(
          'AccessDenied',
        );
    }
  });

  test('no agent can write membership in any role', async () => {
    const circleId = await here.found();
    const holders = [
      { agent: here.chair, grants: [read(circleId), { type: 'registry_read' }] },
      { agent: here.guest, grants: [{ type: 'circle_join_request_write', circle_id: circleId }] },
    ];
    const asked = await askToJoin(await here.candidate(), circleId);
    await requestIs(here.home, asked.key, 'pending');
    holders.push({
      agent: here.chair,
      grants: [{ type: 'circle_join_approval_write', circle_id: circleId }],
    });
    for (const { agent, grants } of holders) {
      for (const credential of (await agent.ask(...grants)).credentials) {
        const oss = agent.open(credential);
        for (const name of [`members/${agent.agentId}.json`, 'members/plain.json', 'manifest.json'])
          expect(await refusal(oss.put(`circles/${circleId}/${name}`, json({})))).toBe('AccessDenied');
        expect(await refusal(oss.delete(`circles/${circleId}/members/plain.json`))).toBe('AccessDenied');
      }
    }
  });

  test('a removed member loses access at once', async () => {
    const circleId = await here.found();
    const leaver = await here.candidate();
    await here.act(circleId, 'add_member', { agent_id: leaver.agentId, role: 'mod' });
    await leaver.client(read(circleId));
    await here.act(circleId, 'remove_member', { agent_id: leaver.agentId });
    expect(await denial(leaver, 'circle_read', circleId)).toBe('not_found');
    expect(await denial(leaver, 'circle_join_approval_write', circleId)).toBe('not_found');
    expect((await leaver.call('GET', `/v1/circles/${circleId}/members`)).status).toBe(404);
    // A removed member needs an invitation before it can request to join again.
    expect(await denial(leaver, 'circle_join_request_write', circleId)).toBe('not_invited');
    expect((await readFeedEvents(leaver, circleId)).map(({ event_type: type }) => type)).toEqual([
      'circle.joined',
      'circle.removed',
    ]);
    const record = await here.memberSeenBy(here.plain, circleId, leaver.agentId);
    expect(record).toMatchObject({
      kind: 'circle_member_ended',
      reason: 'removed',
      ended_at: expect.any(String),
      former: { role: 'mod' },
      cert: { version: 2 },
    });
  });
});

function list(agent: RawAgent, credential: IssuedCredential, prefix: string): Promise<unknown> {
  return agent.open(credential).listV2({ prefix, 'max-keys': '5' }, {});
}
