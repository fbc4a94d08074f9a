import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { expectReplay } from './expect-end.ts';
import { decisionOn, openBox, requestsPutIn, taskManifest } from './proposal-box.ts';
import type { Stage } from './stage.ts';

/** Two other agents vote; the decision shows the count and then names the created container. */
export async function acceptedByVotes(stage: Stage): Promise<void> {
  const { ada, bo, cy } = stage.cast;
  const box = await openBox(stage, { proposal_votes_required: 2 });
  const proposal = { title: `Map the cellar ${box.topicId}`, expected_outputs: ['a map'], timebox_hours: 2 };
  expect(await box.send(ada, 'propose_task', proposal)).toBe('accepted');
  const target = box.requestKey(ada, 'r000001');
  const waiting = await decisionOn(box, ada, 'r000001', 'needs_votes');
  expect(waiting).toMatchObject({
    reason_code: 'needs_votes',
    votes: { required: 2, current: 0, vote_target_object_key: target },
  });
  const vote = { target_object_key: target };
  expect(await box.send(ada, 'vote', vote)).toBe('rejected own_proposal');
  expect(await box.send(bo, 'vote', vote)).toBe('accepted');
  expect(await box.send(bo, 'vote', vote)).toBe('rejected already_voted');
  await eventually(async () => {
    const { votes } = await decisionOn(box, ada, 'r000001', 'needs_votes');
    expect(votes?.current).toBe(1);
  });
  expect(await box.send(cy, 'vote', vote)).toBe('accepted');
  const accepted = await decisionOn(box, ada, 'r000001', 'accepted');
  expect(accepted).toMatchObject({ reason_code: 'accepted', created: { kind: 'task' } });
  const manifest = await taskManifest(stage, bo, accepted.created?.id ?? '');
  expect(manifest).toMatchObject({ ...proposal, proposed_by: 'ada', visibility: 'public' });
  expect(Date.parse(String(manifest.due_at)) - Date.parse(String(manifest.created_at))).toBe(7_200_000);
  await expectReplay(box);
}

export async function votesMissing(stage: Stage): Promise<void> {
  const { ada, bo } = stage.cast;
  const rules = { proposal_votes_required: 2, proposal_vote_window_seconds: stage.windowSeconds };
  const box = await openBox(stage, rules);
  expect(await box.send(ada, 'propose_topic', { title: `Nobody comes ${box.topicId}` })).toBe('accepted');
  const vote = { target_object_key: box.requestKey(ada, 'r000001') };
  expect(await box.send(bo, 'vote', vote)).toBe('accepted');
  await box.until({ proposals: [] });
  const decision = await decisionOn(box, ada, 'r000001', 'rejected');
  expect(decision).toMatchObject({ reason_code: 'votes_missing' });
  expect(await box.send(bo, 'vote', vote)).toBe('rejected unknown_target');
  await expectReplay(box);
}

/** The order of the two is undefined, but one of them is first and the other gets a pointer to it. */
export async function sameAtOnce(stage: Stage): Promise<void> {
  const { ada, bo } = stage.cast;
  const [one, other] = [await openBox(stage), await openBox(stage)];
  const proposal = { title: `Who was first ${one.topicId}` };
  const sent = [one.send(ada, 'propose_topic', proposal), other.send(bo, 'propose_topic', proposal)];
  expect((await Promise.all(sent)).toSorted()).toEqual(['accepted', 'rejected duplicate']);
  for (const topic of [one, other]) await expectReplay(topic);
}

/**
 * Proposals wait in one topic until the worker restarts, and are judged in one commit: the same title from two agents, and the same
 * title twice from one agent for its own guests, to which other agents get no pointer.
 */
export async function sameInOneCommit(stage: Stage): Promise<void> {
  const { ada, bo, cy } = stage.cast;
  const audiences = { allowed_propose_visibility: ['public', 'invite'] };
  const box = await openBox(stage, { proposal_quota_per_day: 2, ...audiences });
  await stage.home.stopWorker();
  const shared = { title: `Both of us ${box.topicId}` };
  const secret = { title: `Among us ${box.topicId}`, visibility: 'invite', allowlist_agent_ids: ['ada'] };
  const sent = Promise.all([
    Promise.all([ada, bo].map((agent) => box.send(agent, 'propose_topic', shared))),
    Promise.all([0, 1].map((position) => box.send(cy, 'propose_topic', secret, position))),
  ]);
  await eventually(() => expect(requestsPutIn(box)).toHaveLength(4));
  await stage.home.startWorker();
  const [ofTwo, ofOne] = await sent;
  expect(ofTwo.toSorted()).toEqual(['accepted', 'rejected duplicate']);
  expect(ofOne).toEqual(['accepted', 'accepted']);
  const [first, second] = [
    await decisionOn(box, cy, 'r000001', 'accepted'),
    await decisionOn(box, cy, 'r000002', 'accepted'),
  ];
  expect(first.created?.id).not.toBe(second.created?.id);
  await expectReplay(box);
}
