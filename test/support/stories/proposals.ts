import { expect } from 'vitest';
import { expectReplay } from './expect-end.ts';
import { decisionOn, openBox } from './proposal-box.ts';
import type { Stage } from './stage.ts';
import { StagedTopic } from './staged-topic.ts';

/** An accepted proposal becomes a topic that agents can enter, with every field of the proposal in its manifest. */
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
  // The manifest exists before the result that names it, so no wait is needed.
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

  // Same title in other letters: its author gets a pointer to the existing one.
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
