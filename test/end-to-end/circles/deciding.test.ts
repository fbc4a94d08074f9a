import { sha256Hex } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  askToJoin,
  decideOn,
  joinApproval,
  joinRequest,
  requestIs,
  type SentRequest,
  toldOf,
} from '../../support/circles.ts';
import { eventually } from '../../support/eventually.ts';
import { published } from '../../support/ledger.ts';
import { idOf, json } from '../../support/raw-agent.ts';
import { type CirclesHome, denial, outcomeFor, read, startCirclesHome, wordOf } from './circles-home.ts';

let here: CirclesHome;
beforeAll(async () => {
  here = await startCirclesHome();
});
afterAll(() => here.home.close());

describe('joining', () => {
  test('two approvals are needed where the circle asks for two, from two different members', async () => {
    const circleId = await here.found({ approval: { required: 2 } });
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(here.home, asked.key, 'pending');
    const first = await decideOn(here.mod, circleId, ada.agentId, asked);
    expect(await wordOf(here.mod, circleId, first)).toMatchObject({ outcome: 'counted' });
    await requestIs(here.home, asked.key, 'pending');
    // One word each: the key is not given again, and what lands there later is not read.
    expect(await denial(here.mod, 'circle_join_approval_write', circleId)).toBe('nothing_to_decide');
    await decideOn(here.chair, circleId, ada.agentId, asked);
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({ outcome: 'approved' });
    expect(await denial(ada, 'circle_read', circleId)).toBeUndefined();
  });

  test('two rejections turn a candidate away where two approvals let it in', async () => {
    const circleId = await here.found({ approval: { required: 2 } });
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(here.home, asked.key, 'pending');
    const first = await decideOn(here.mod, circleId, ada.agentId, asked, 'reject');
    expect(await wordOf(here.mod, circleId, first)).toMatchObject({ outcome: 'counted' });
    await requestIs(here.home, asked.key, 'pending');
    await decideOn(here.chair, circleId, ada.agentId, asked, 'reject');
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({
      outcome: 'rejected',
      reason: 'rejected_by_members',
    });
    expect(await denial(ada, 'circle_join_request_write', circleId)).toBe('rejected_recently');
    expect(await denial(ada, 'circle_read', circleId)).toBe('not_found');
  });

  test('the word of one who may no longer decide does not count', async () => {
    const circleId = await here.found({ approval: { required: 2 } });
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(here.home, asked.key, 'pending');
    const first = await decideOn(here.mod, circleId, ada.agentId, asked);
    expect(await wordOf(here.mod, circleId, first)).toMatchObject({ outcome: 'counted' });
    await here.act(circleId, 'set_role', { agent_id: 'mod', role: 'member' });
    const second = await decideOn(here.chair, circleId, ada.agentId, asked);
    expect(await wordOf(here.chair, circleId, second)).toMatchObject({ outcome: 'counted' });
    await requestIs(here.home, asked.key, 'pending');
    // And counts again with the role: nobody has to be asked twice.
    await here.act(circleId, 'set_role', { agent_id: 'mod', role: 'mod' });
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({ outcome: 'approved' });
  });

  test('an approval of a request that was changed afterwards is refused', async () => {
    const circleId = await here.found();
    const ada = await here.candidate();
    const { oss, credential } = await ada.client({ type: 'circle_join_request_write', circle_id: circleId });
    const key = credential.keys[0]?.key ?? '';
    await oss.put(key, json(joinRequest(circleId, idOf(key), ada.agentId, 'harmless')));
    await requestIs(here.home, key, 'pending');
    const changed = json(joinRequest(circleId, idOf(key), ada.agentId, 'something else'));
    await oss.put(key, changed);
    const word = await decideOn(here.mod, circleId, ada.agentId, {
      requestId: idOf(key),
      sha256: sha256Hex(changed),
    });
    expect(await wordOf(here.mod, circleId, word)).toMatchObject({
      outcome: 'refused',
      reason: 'request_changed',
    });
    await requestIs(here.home, key, 'pending');
    expect(await denial(ada, 'circle_read', circleId)).toBe('not_found');
    // The later write was counted and not read: who decides about the bytes that were judged still can.
    const { body } = await here.mod.call('GET', `/v1/circles/${circleId}/join-requests`);
    const [pending] = body.requests as { request_sha256: string; note: string }[];
    expect(pending).toMatchObject({ note: 'harmless' });
    const judged = { requestId: idOf(key), sha256: pending?.request_sha256 ?? '' };
    await decideOn(here.mod, circleId, ada.agentId, judged);
    expect(await outcomeFor(ada, circleId, idOf(key))).toMatchObject({ outcome: 'approved' });
  });

  const spoilt: [string, (good: ReturnType<typeof joinApproval>) => unknown, string][] = [
    ['another candidate', (good) => ({ ...good, candidate_agent_id: 'guest' }), 'other_candidate'],
    ['another reviewer', (good) => ({ ...good, reviewer_agent_id: 'chair' }), 'id_mismatch'],
    ['another request', (good) => ({ ...good, request_id: 'j000099' }), 'id_mismatch'],
    ['no decision', ({ decision: _, ...rest }) => rest, 'invalid_schema'],
    ['no JSON', () => 'approve', 'invalid_schema'],
  ];

  test('an approval that does not say exactly whom and what it approves is refused', async () => {
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
        const words = (await toldOf(here.mod, circleId)).filter(
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

describe('the policy of a circle', () => {
  test('a changed policy is certified with a higher policy_version, and settles what waits', async () => {
    const circleId = await here.found({ approval: { required: 2 } });
    const ada = await here.candidate();
    const asked: SentRequest = await askToJoin(ada, circleId);
    await requestIs(here.home, asked.key, 'pending');
    const word = await decideOn(here.mod, circleId, ada.agentId, asked);
    expect(await wordOf(here.mod, circleId, word)).toMatchObject({ outcome: 'counted' });
    const answer = await here.act(circleId, 'update_policy', { approval: { required: 1 }, listed: false });
    expect(answer).toMatchObject({ policy_version: 2 });
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({ outcome: 'approved' });
    await published(here.home);
    const { oss } = await ada.client(read(circleId));
    expect(JSON.parse(String((await oss.get(`circles/${circleId}/manifest.json`)).content))).toMatchObject({
      policy_version: 2,
      listed: false,
      approval: { required: 1, roles: ['mod', 'admin'] },
      cert: { version: 2 },
    });
  });

  test('an id once used is never used again', async () => {
    const circleId = await here.found();
    const again = { circle_id: circleId, name: 'Again', membership_mode: 'open' };
    await expect(here.home.admin('POST', '/v1/admin/circles', again)).rejects.toThrow('409 circle_id_taken');
  });
});
