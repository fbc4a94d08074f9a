import { sha256Hex } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  askToJoin,
  joinApproval,
  joinRequest,
  readFeedEvents,
  recordDecision,
  requestIs,
} from '../../../support/circles.ts';
import { eventually } from '../../../support/eventually.ts';
import { getId, json } from '../../../support/raw-agent.ts';
import { type CirclesHome, denial, outcomeFor, startCirclesHome, toWord } from './circles-home.ts';

let here: CirclesHome;
beforeAll(async () => {
  here = await startCirclesHome();
});
afterAll(() => here.home.close());

describe('joining', () => {
  test('a malformed join request can be repeated at once', async () => {
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
      expect(getId(key)).toBe(`j00000${index + 1}`);
      await oss.put(key, json(bad));
      expect(await outcomeFor(ada, circleId, getId(key))).toMatchObject({
        outcome: 'rejected',
        reason: ['id_mismatch', 'invalid_schema', 'too_large'][index],
      });
    }
    expect(
      (await readFeedEvents(here.mod, circleId)).filter(
        (told) => told.event_type === 'circle.join_requested',
      ),
    ).toEqual([]);
    const asked = await askToJoin(ada, circleId, 'with a NUL \u0000 inside');
    await requestIs(here.home, asked.key, 'pending');
  });
});

describe('joining', () => {
  test('an approval of a changed request is refused', async () => {
    const circleId = await here.found();
    const ada = await here.candidate();
    const { oss, credential } = await ada.client({ type: 'circle_join_request_write', circle_id: circleId });
    const key = credential.keys[0]?.key ?? '';
    await oss.put(key, json(joinRequest(circleId, getId(key), ada.agentId, 'harmless')));
    await requestIs(here.home, key, 'pending');
    const changed = json(joinRequest(circleId, getId(key), ada.agentId, 'something else'));
    await oss.put(key, changed);
    const word = await recordDecision(here.mod, circleId, ada.agentId, {
      requestId: getId(key),
      sha256: sha256Hex(changed),
    });
    expect(await toWord(here.mod, circleId, word)).toMatchObject({
      outcome: 'refused',
      reason: 'request_changed',
    });
    await requestIs(here.home, key, 'pending');
    expect(await denial(ada, 'circle_read', circleId)).toBe('not_found');
    // The later write was counted and not read, so deciders can still decide about the judged bytes.
    const { body } = await here.mod.call('GET', `/v1/circles/${circleId}/join-requests`);
    const [pending] = body.requests as { request_sha256: string; note: string }[];
    expect(pending).toMatchObject({ note: 'harmless' });
    const judged = { requestId: getId(key), sha256: pending?.request_sha256 ?? '' };
    await recordDecision(here.mod, circleId, ada.agentId, judged);
    expect(await outcomeFor(ada, circleId, getId(key))).toMatchObject({ outcome: 'approved' });
  });

  const spoilt: [string, (good: ReturnType<typeof joinApproval>) => unknown, string][] = [
    ['another candidate', (good) => ({ ...good, candidate_agent_id: 'guest' }), 'other_candidate'],
    ['another reviewer', (good) => ({ ...good, reviewer_agent_id: 'chair' }), 'id_mismatch'],
    ['another request', (good) => ({ ...good, request_id: 'j000099' }), 'id_mismatch'],
    ['no decision', ({ decision: _, ...rest }) => rest, 'invalid_schema'],
    ['no JSON', () => 'approve', 'invalid_schema'],
  ];

  test('an incomplete or mismatched approval is refused', async () => {
    const circleId = await here.found();
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(here.home, asked.key, 'pending');
    const good = joinApproval({ circleId, reviewer: 'mod', candidate: ada.agentId, ...asked });
    let before = 0;
    for (const [what, spoil, reason] of spoilt) {
      const { oss, credential } = await here.mod.client({
        type: 'circle_join_approval_write',
        circle_id: circleId,
      });
      const key = credential.keys[0]?.key ?? '';
      await oss.put(key, json(spoil(good)));
      before += 1;
      const count = before;
      const told = await eventually(async () => {
        const words = (await readFeedEvents(here.mod, circleId)).filter(
          ({ event_type: type }) => type === 'circle.approval_judged',
        );
        if (words.length < count) throw new Error('not judged yet');
        return words.at(-1)?.payload;
      });
      expect(told, what).toMatchObject({ outcome: 'refused', reason });
    }
    await requestIs(here.home, asked.key, 'pending');
  });
});
