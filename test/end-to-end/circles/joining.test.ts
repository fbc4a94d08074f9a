import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askToJoin, decideOn, joinRequest, requestIs, toldOf } from '../../support/circles.ts';
import { idOf, json, refusal } from '../../support/raw-agent.ts';
import { type CirclesHome, denial, outcomeFor, read, startCirclesHome, wordOf } from './circles-home.ts';

let here: CirclesHome;
beforeAll(async () => {
  here = await startCirclesHome();
});
afterAll(() => here.home.close());

describe('joining', () => {
  test('an outsider applies without being able to read the circle', async () => {
    const circleId = await here.found();
    const ada = await here.candidate();
    const grant = { type: 'circle_join_request_write', circle_id: circleId };
    const { oss, credential } = await ada.client(grant);
    expect(credential.keys.map(({ key }) => key)).toEqual([
      `circles/${circleId}/join_requests/${ada.agentId}/j000001.json`,
    ]);
    expect(credential.prefixes).toEqual([]);
    const [key = ''] = credential.keys.map((one) => one.key);
    // The same question, the same key: nobody uses ids up by asking.
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
    expect(await toldOf(here.mod, circleId)).toContainEqual(
      expect.objectContaining({
        event_type: 'circle.join_requested',
        payload: { circle_id: circleId, request_id: 'j000001', agent_id: ada.agentId },
      }),
    );
  });

  test('an approved agent becomes a member by a record the platform writes, and may read from then on', async () => {
    const circleId = await here.found();
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(here.home, asked.key, 'pending');
    const word = await decideOn(here.mod, circleId, ada.agentId, asked);
    expect(await outcomeFor(ada, circleId, asked.requestId)).toEqual({
      circle_id: circleId,
      request_id: asked.requestId,
      outcome: 'approved',
    });
    expect(await wordOf(here.mod, circleId, word)).toMatchObject({ outcome: 'counted' });
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

  test('a request that says something else than its key is refused, and its author may ask again at once', async () => {
    const circleId = await here.found();
    const ada = await here.candidate();
    const grant = { type: 'circle_join_request_write', circle_id: circleId };
    for (const [index, bad] of [
      joinRequest(circleId, 'j000001', 'guest'),
      { kind: 'circle_join_request' },
      joinRequest(circleId, 'j000003', ada.agentId, 'x'.repeat(20_000)),
    ].entries()) {
      const { oss, credential } = await ada.client(grant);
      const key = credential.keys[0]?.key ?? '';
      expect(idOf(key)).toBe(`j00000${index + 1}`);
      await oss.put(key, json(bad));
      expect(await outcomeFor(ada, circleId, idOf(key))).toMatchObject({
        outcome: 'rejected',
        reason: ['id_mismatch', 'invalid_schema', 'too_large'][index],
      });
    }
    expect(
      (await toldOf(here.mod, circleId)).filter((told) => told.event_type === 'circle.join_requested'),
    ).toEqual([]);
    const asked = await askToJoin(ada, circleId, 'with a NUL \u0000 inside');
    await requestIs(here.home, asked.key, 'pending');
  });

  test('an open circle takes whoever asks, an inviting one only whom it invited', async () => {
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

  test('a request nobody decides about expires, and its author may ask again', async () => {
    const circleId = await here.found({ approval: { expires_seconds: 1 } });
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({ outcome: 'expired' });
    expect(await denial(here.mod, 'circle_join_approval_write', circleId)).toBe('nothing_to_decide');
    const again = await askToJoin(ada, circleId);
    expect(again.requestId).toBe('j000002');
  });

  test('who leaves is no member, stays on record, and may join an open circle again', async () => {
    const circleId = await here.found({ membership_mode: 'open' });
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    await outcomeFor(ada, circleId, asked.requestId);
    expect((await ada.call('POST', `/v1/circles/${circleId}/leave`)).body).toMatchObject({ outcome: 'left' });
    expect(await denial(ada, 'circle_read', circleId)).toBe('not_found');
    expect(await here.memberSeenBy(here.plain, circleId, ada.agentId)).toMatchObject({ status: 'left' });
    expect((await ada.call('POST', `/v1/circles/${circleId}/leave`)).status).toBe(404);
    const again = await askToJoin(ada, circleId);
    await outcomeFor(ada, circleId, again.requestId);
    expect(await here.memberSeenBy(here.plain, circleId, ada.agentId)).toMatchObject({
      status: 'member',
      cert: { version: 3 },
    });
  });

  test('a candidate takes its request back', async () => {
    const circleId = await here.found();
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(here.home, asked.key, 'pending');
    expect((await ada.call('POST', `/v1/circles/${circleId}/leave`)).body).toMatchObject({
      outcome: 'withdrawn',
    });
    expect(await denial(here.mod, 'circle_join_approval_write', circleId)).toBe('nothing_to_decide');
    expect((await askToJoin(ada, circleId)).requestId).toBe('j000002');
  });
});
