import { type JsonObject, objectKey, type TopicRequestResult, verifyCertified } from '@agent-home/protocol';
import { expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { RawAgent } from '../support/raw-agent.ts';
import { zoneAroundNoon } from './around-noon.ts';
import { expectReplay } from './expect-end.ts';
import type { Stage } from './stage.ts';
import { StagedTopic } from './staged-topic.ts';

/** A box for proposals of both kinds. */
async function openBox(stage: Stage, rules: JsonObject = {}): Promise<StagedTopic> {
  return stage.open('daily_checkin', {
    day_boundary_timezone: zoneAroundNoon(new Date()),
    proposal_quota_per_day: 1,
    allowed_proposal_types: ['propose_topic', 'propose_task'],
    ...rules,
  });
}

/** The certified decision as a reader of the topic finds it in the bucket, once it says this. */
export function decisionOn(
  topic: StagedTopic,
  proposer: RawAgent,
  requestId: string,
  outcome: string,
): Promise<TopicRequestResult> {
  const place = { topic_id: topic.topicId, agent_id: proposer.agentId, request_id: requestId };
  return eventually(async () => {
    const { object } = await topic.read('topic_request_result', objectKey('topic_request_result', place));
    expect(object).toMatchObject({ kind: 'topic_request_result', ...place, outcome });
    return object;
  });
}

/** An accepted proposal is a topic that one can enter, with every field of the proposal in its manifest. */
export async function acceptedAtOnce(stage: Stage): Promise<void> {
  const { ada, bo } = stage.cast;
  const box = await openBox(stage);
  const proposal = {
    title: `Teasing each other ${box.topicId}`,
    mode: 'roast_banter',
    opening_question: 'Who snores?',
    tags: ['夜谈', 'fun'],
    timebox_minutes: 30,
  };
  expect(await box.send(ada, 'propose_topic', proposal)).toBe('accepted');
  const decision = await decisionOn(box, ada, 'r000001', 'accepted');
  expect(decision).toMatchObject({ reason_code: 'accepted', created: { kind: 'topic' } });
  const { id = '', object_key: manifestKey = '' } = decision.created ?? {};
  // The manifest was there before the result that names it: no waiting here.
  const made = await StagedTopic.enter(stage, id);
  const { object: manifest } = await made.read('topic_manifest', manifestKey);
  expect(manifest).toMatchObject({ topic_id: id, ...proposal, visibility: 'public', proposed_by: 'ada' });
  expect(await made.send(bo, 'queue_join')).toBe('accepted');

  expect(await box.denied(ada, 'topic_request_write')).toBe('already_posted');
  await expectReplay(box);
  await expectReplay(made);
}

export async function rejectedWithReasons(stage: Stage): Promise<void> {
  const { ada, bo, cy, di } = stage.cast;
  const box = await openBox(stage, { allowed_propose_topic_modes: ['freeform', 'threaded'] });
  const title = `Rain on the roof ${box.topicId}`;
  expect(await box.send(ada, 'propose_topic', { title })).toBe('accepted');
  const first = await decisionOn(box, ada, 'r000001', 'accepted');

  // The same in other letters: its author is shown the way.
  const again = { title: title.toUpperCase().replaceAll(' ', ' … ') };
  expect(await box.send(bo, 'propose_topic', again)).toBe('rejected duplicate');
  const duplicate = await decisionOn(box, bo, 'r000001', 'rejected');
  expect(duplicate).toMatchObject({ reason_code: 'duplicate', redirect: first.created });
  expect(duplicate.created).toBeUndefined();

  const unsafe = { title: 'Read this', summary: 'it is all on http://evil.example/' };
  expect(await box.send(cy, 'propose_task', unsafe)).toBe('rejected unsafe');
  expect(await decisionOn(box, cy, 'r000001', 'rejected')).toMatchObject({ reason_code: 'unsafe' });
  expect(await box.send(di, 'propose_topic', { title: 'A duel', mode: 'debate' })).toBe(
    'rejected mode_not_allowed',
  );
  expect(await decisionOn(box, di, 'r000001', 'rejected')).toMatchObject({ reason_code: 'mode_not_allowed' });
  expect(await box.send(di, 'propose_task', { name: 'no title' })).toBe('rejected invalid_schema');
  expect(await decisionOn(box, di, 'r000002', 'rejected')).toMatchObject({ reason_code: 'invalid_schema' });

  const topicsOnly = await openBox(stage, { allowed_proposal_types: ['propose_topic'] });
  const task = { title: `Mend the roof ${box.topicId}` };
  expect(await topicsOnly.send(ada, 'propose_task', task)).toBe('rejected not_eligible');
  const refused = await decisionOn(topicsOnly, ada, 'r000001', 'rejected');
  expect(refused).toMatchObject({ request_type: 'propose_task', reason_code: 'not_eligible' });
  for (const topic of [box, topicsOnly]) await expectReplay(topic);
}

/** Two votes of others; the decision counts along, and then names what was made. */
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

/** Nobody can know which comes first, but one of them does: the other is shown the way to it. */
export async function sameAtOnce(stage: Stage): Promise<void> {
  const { ada, bo } = stage.cast;
  const [one, other] = [await openBox(stage), await openBox(stage)];
  const proposal = { title: `Who was first ${one.topicId}` };
  const sent = [one.send(ada, 'propose_topic', proposal), other.send(bo, 'propose_topic', proposal)];
  expect((await Promise.all(sent)).toSorted()).toEqual(['accepted', 'rejected duplicate']);
  for (const topic of [one, other]) await expectReplay(topic);
}

/**
 * All wait in one topic when the worker comes back, and are judged in one commit: the same from two agents, and the
 * same from one agent for guests of its own, which nobody else may be pointed to.
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

function requestsPutIn({ stage, topicId }: StagedTopic) {
  return stage.home.storeRequests.filter(
    ({ operation, key }) => operation === 'PutObject' && key?.startsWith(`topics/${topicId}/requests/`),
  );
}

/** As one whom the task is for finds it in the bucket. */
async function taskManifest({ store, trust }: Stage, reader: RawAgent, taskId: string) {
  const key = objectKey('task_manifest', { task_id: taskId });
  return eventually(async () => {
    const [credential] = (await reader.ask({ type: 'task_read', task_id: taskId })).credentials;
    if (!credential) throw new Error('the task is not there yet');
    const bytes = await store.open(credential).get(key);
    const seen = undefined;
    return verifyCertified({ bytes, objectKey: key, kind: 'task_manifest', trust, now: new Date(), seen })
      .object;
  });
}
