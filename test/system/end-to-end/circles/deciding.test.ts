import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askToJoin, recordDecision, requestIs, type SentRequest } from '../../../support/circles.ts';
import { published } from '../../../support/ledger.ts';
import { type CirclesHome, denial, outcomeFor, read, startCirclesHome, toWord } from './circles-home.ts';

let here: CirclesHome;
beforeAll(async () => {
  here = await startCirclesHome();
});
afterAll(() => here.home.close());

describe('joining', () => {
  test('two required approvals come from different members', async () => {
    const circleId = await here.found({ approval: { required: 2 } });
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(here.home, asked.key, 'pending');
    const first = await recordDecision(here.mod, circleId, ada.agentId, asked);
    expect(await toWord(here.mod, circleId, first)).toMatchObject({ outcome: 'counted' });
    await requestIs(here.home, asked.key, 'pending');
    // Each decider decides once: the key is not granted again, and later writes to it are not read.
    expect(await denial(here.mod, 'circle_join_approval_write', circleId)).toBe('nothing_to_decide');
    await recordDecision(here.chair, circleId, ada.agentId, asked);
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({ outcome: 'approved' });
    expect(await denial(ada, 'circle_read', circleId)).toBeUndefined();
  });

  test('two rejections refuse a candidate', async () => {
    const circleId = await here.found({ approval: { required: 2 } });
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(here.home, asked.key, 'pending');
    const first = await recordDecision(here.mod, circleId, ada.agentId, asked, 'reject');
    expect(await toWord(here.mod, circleId, first)).toMatchObject({ outcome: 'counted' });
    await requestIs(here.home, asked.key, 'pending');
    await recordDecision(here.chair, circleId, ada.agentId, asked, 'reject');
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({
      outcome: 'rejected',
      reason: 'rejected_by_members',
    });
    expect(await denial(ada, 'circle_join_request_write', circleId)).toBe('rejected_recently');
    expect(await denial(ada, 'circle_read', circleId)).toBe('not_found');
  });

  test('the word of a demoted member does not count', async () => {
    const circleId = await here.found({ approval: { required: 2 } });
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(here.home, asked.key, 'pending');
    const first = await recordDecision(here.mod, circleId, ada.agentId, asked);
    expect(await toWord(here.mod, circleId, first)).toMatchObject({ outcome: 'counted' });
    await here.act(circleId, 'set_role', { agent_id: 'mod', role: 'member' });
    const second = await recordDecision(here.chair, circleId, ada.agentId, asked);
    expect(await toWord(here.chair, circleId, second)).toMatchObject({ outcome: 'counted' });
    await requestIs(here.home, asked.key, 'pending');
    // The earlier decision counts again with the role, so that no second one is needed.
    await here.act(circleId, 'set_role', { agent_id: 'mod', role: 'mod' });
    expect(await outcomeFor(ada, circleId, asked.requestId)).toMatchObject({ outcome: 'approved' });
  });
});

describe('the policy of a circle', () => {
  test('a changed policy is certified and applied', async () => {
    const circleId = await here.found({ approval: { required: 2 } });
    const ada = await here.candidate();
    const asked: SentRequest = await askToJoin(ada, circleId);
    await requestIs(here.home, asked.key, 'pending');
    const word = await recordDecision(here.mod, circleId, ada.agentId, asked);
    expect(await toWord(here.mod, circleId, word)).toMatchObject({ outcome: 'counted' });
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
