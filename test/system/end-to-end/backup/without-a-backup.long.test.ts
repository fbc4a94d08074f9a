import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestIs } from '../../../support/circles.ts';
import { expectBucketIsDatabase, expectJudgedOnce, linesIn, say } from '../../../support/drill.ts';
import { rebuiltFromBucket } from './rebuilt-from-bucket.ts';

let here: Awaited<ReturnType<typeof rebuiltFromBucket>>;
beforeAll(async () => {
  here = await rebuiltFromBucket();
}, 60_000);
afterAll(() => here.close());

describe('a home that lost its database and had no backup', () => {
  test('the bucket alone rebuilds certified state', async () => {
    expect(Object.fromEntries(here.report.counts)).toMatchObject({
      'agents rebuilt': 3,
      'circles rebuilt': 1,
      'tasks rebuilt': 1,
      'topics rebuilt': 3,
    });
    expect(here.report.notes).toEqual([]);
    for (const one of [here.ann, here.ben]) {
      for (const id of ['hall', 'turns', 'slots'])
        expect(await one.agent.replay(id), id).toMatchObject({ equal: true });
      expect(one.refused).toEqual([]);
    }
    await expectJudgedOnce(here.home);
    await expectBucketIsDatabase(here.home);
  });

  test('agents continue without a new registration', async () => {
    await say(here.ben, 'hall', 'four');
    expect(await linesIn(here.ann, 'hall')).toHaveLength(4);
    const turns = await here.ann.agent.enterTopic('turns');
    expect((await turns.state()).state.speaker_agent_id).toBe('ann');
    await turns.say('my turn still');
    await (await here.ben.agent.enterTopic('turns')).waitForTurn();
    expect((await here.cyd.ask({ type: 'task_write', task_id: 'errand' })).denied).toEqual([]);
    for (const one of [here.ann, here.ben]) expect(one.refused).toEqual([]);
  });

  test('an undecided join request survives a restore', async () => {
    await requestIs(here.home, `circles/guild/join_requests/cyd/${here.requestId}.json`, 'pending');
    const circle = here.ann.agent.circle('guild');
    const waiting = [];
    for await (const { agentId: agent_id, requestId: request_id } of circle.pendingRequests())
      waiting.push({ agent_id, request_id });
    expect(waiting).toEqual([{ agent_id: 'cyd', request_id: here.requestId }]);
    await circle.decide(here.requestId, 'approve');
    await requestIs(here.home, `circles/guild/join_requests/cyd/${here.requestId}.json`, 'approved');
  });
});
