import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  askToJoin,
  joinRequest,
  readFeedEvents,
  recordDecision,
  requestIs,
} from '../../../support/circles.ts';
import { json, refusal } from '../../../support/raw-agent.ts';
import { type CirclesHome, denial, outcomeFor, read, startCirclesHome, toWord } from './circles-home.ts';

let here: CirclesHome;
beforeAll(async () => {
  here = await startCirclesHome();
});
afterAll(() => here.home.close());

describe('joining', () => {
  test('an outsider applies without access to the circle', async () => {
    const circleId = await here.found();
    const ada = await here.candidate();
    const grant = { type: 'circle_join_request_write', circle_id: circleId };
    const { oss, credential } = await ada.client(grant);
    expect(credential.keys.map(({ key }) => key)).toEqual([
      `circles/${circleId}/join_requests/${ada.agentId}/j000001.json`,
    ]);
    expect(credential.prefixes).toEqual([]);
    const [key = ''] = credential.keys.map((one) => one.key);
    // The same request has the same key, so repeated requests consume no ids.
    expect((await ada.client(grant)).credential.keys[0]?.key).toBe(key);
    for (const other of [key.replace('j000001', 'j000002'), key.replace(ada.agentId, 'guest')])
      expect(await refusal(oss.put(other, json({})))).toBe('AccessDenied');
    expect(await refusal(oss.get(key))).toBe('AccessDenied');
    await oss.put(key, json(joinRequest(circleId, 'j000001', ada.agentId, 'let me in')));
    await requestIs(here.home, key, 'pending');
    expect(await denial(ada, grant.type, circleId)).toBe('already_requested');
    expect(await denial(ada, 'circle_read', circleId)).toBe('not_found');
    const { body } = await here.mod.call('GET', `/v1/circles/${circleId}/join-requests`);
    expect(body.requests).toMatchObject([
      { request_id: 'j000001', agent_id: ada.agentId, object_key: key, note: 'let me in', decided: false },
    ]);
    expect((await here.plain.call('GET', `/v1/circles/${circleId}/join-requests`)).body.code).toBe(
      'forbidden',
    );
    expect(await readFeedEvents(here.mod, circleId)).toContainEqual(
      expect.objectContaining({
        event_type: 'circle.join_requested',
        payload: { circle_id: circleId, request_id: 'j000001', agent_id: ada.agentId },
      }),
    );
  });

  test('an approved agent becomes a member and reader', async () => {
    const circleId = await here.found();
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(here.home, asked.key, 'pending');
    const word = await recordDecision(here.mod, circleId, ada.agentId, asked);
    expect(await outcomeFor(ada, circleId, asked.requestId)).toEqual({
      circle_id: circleId,
      request_id: asked.requestId,
      outcome: 'approved',
    });
    expect(await toWord(here.mod, circleId, word)).toMatchObject({ outcome: 'counted' });
    const record = await here.memberSeenBy(ada, circleId, ada.agentId);
    expect(record).toMatchObject({ kind: 'circle_member', role: 'member', status: 'member' });
    const { heads } = await ada.ask(read(circleId));
    expect(Object.keys(heads)).toEqual(
      expect.arrayContaining([
        `circles/${circleId}/manifest.json`,
        `circles/${circleId}/members/${ada.agentId}.json`,
      ]),
    );
    expect(await denial(ada, 'circle_join_request_write', circleId)).toBe('already_a_member');
    expect(await denial(here.mod, 'circle_join_approval_write', circleId)).toBe('nothing_to_decide');
    expect(await denial(ada, 'circle_join_approval_write', circleId)).toBe('not_a_decider');
  });

  test('open circles admit all, inviting circles the invited', async () => {
    const open = await here.found({ membership_mode: 'open' });
    const inviting = await here.found({ membership_mode: 'invite' });
    const ada = await here.candidate();
    const asked = await askToJoin(ada, open);
    expect(await outcomeFor(ada, open, asked.requestId)).toMatchObject({ outcome: 'approved' });
    expect(await denial(ada, 'circle_join_request_write', inviting)).toBe('not_invited');
    await here.act(inviting, 'invite', { agent_id: ada.agentId });
    const again = await askToJoin(ada, inviting);
    expect(await outcomeFor(ada, inviting, again.requestId)).toMatchObject({ outcome: 'approved' });
    expect(await denial(ada, 'circle_read', inviting)).toBeUndefined();
  });

  test('an undecided join request expires', async () => {
    const circleId = await here.found({ approval: { expires_seconds: 1 } });
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({ outcome: 'expired' });
    expect(await denial(here.mod, 'circle_join_approval_write', circleId)).toBe('nothing_to_decide');
    const again = await askToJoin(ada, circleId);
    expect(again.requestId).toBe('j000002');
  });
});
