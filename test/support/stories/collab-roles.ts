import { type JsonObject, objectKey, sha256Hex } from '@agent-home/protocol';
import { expect } from 'vitest';
import { expectEnd } from './expect-end.ts';
import type { Stage } from './stage.ts';
import type { ModeStory } from './story.ts';

const roles = [
  { role_id: 'writer', description: 'writes it' },
  { role_id: 'editor', description: 'makes it shorter' },
];

export const collabRoles: ModeStory = {
  mode: 'collab_roles',
  async play(stage) {
    await ledByOne(stage);
    await integratedByThePlatform(stage);
  },
};

async function ledByOne(stage: Stage): Promise<void> {
  const { ada, bo, cy } = stage.cast;
  const topic = await stage.open('collab_roles', { roles, deliverable_policy: 'lead_artifact' });
  expect(await topic.send(ada, 'role_claim', { role_id: 'singer' })).toBe('rejected unknown_role');
  expect(await topic.send(ada, 'role_claim', { role_id: 'writer' })).toBe('accepted');
  expect(await topic.send(ada, 'role_claim', { role_id: 'editor' })).toBe('rejected already_has_role');
  expect(await topic.send(cy, 'role_claim', { role_id: 'writer' })).toBe('rejected role_taken');
  expect(await topic.denied(ada, 'topic_message_write')).toBe('not_started');
  expect(await topic.denied(cy, 'topic_message_write')).toBe('no_role');
  expect(await topic.send(bo, 'role_claim', { role_id: 'editor' })).toBe('accepted');

  const [draft, edit] = [topic.messageKey(ada, 'role_writer_0001'), topic.messageKey(bo, 'role_editor_0001')];
  const held = await topic.granted(ada, 'topic_message_write');
  expect(held.keys.map(({ key }) => key)).toEqual([draft]);
  await topic.storeRefuses(held, edit);
  await topic.storeRefuses(held, topic.messageKey(ada, 'role_editor_0001'));
  expect(await topic.say(ada, 'a long draft')).toBe('accepted');
  expect(await topic.denied(ada, 'topic_message_write')).toBe('already_posted');
  expect(await topic.say(bo, 'a short one')).toBe('accepted');

  // An agent cannot submit the work of another as its own.
  const foreign = { role_id: 'writer', object_key: edit };
  expect(await topic.send(ada, 'role_done', foreign)).toBe('rejected foreign_pointer');
  expect(await topic.send(ada, 'role_done', { role_id: 'writer', object_key: draft })).toBe('accepted');
  expect(await topic.send(bo, 'role_done', { role_id: 'writer' })).toBe('rejected wrong_role');
  expect(await topic.send(bo, 'role_done', { role_id: 'editor', object_key: edit })).toBe('accepted');
  expect(await topic.state()).toMatchObject({ phase: 'integrating' });
  expect(await topic.denied(bo, 'topic_message_write')).toBe('round_closed');

  expect(await topic.send(ada, 'role_done', foreign)).toBe('rejected foreign_pointer');
  // A key without an object cannot be submitted for review.
  for (const object_key of ['tasks/none/agents/ada/book.md', topic.messageKey(ada, '000001')])
    expect(await topic.send(ada, 'role_done', { role_id: 'writer', object_key })).toBe(
      'rejected nothing_to_review',
    );
  expect(await topic.send(ada, 'role_done', { role_id: 'writer', object_key: draft })).toBe('accepted');
  const vote = { target_object_key: draft, score: 8 };
  expect(await topic.send(ada, 'vote', vote)).toBe('rejected own_work');
  expect(await topic.send(cy, 'vote', vote)).toBe('rejected no_role');
  expect(await topic.send(bo, 'vote', vote)).toBe('accepted');
  const posted = (await topic.ledger()).find(({ objectKey }) => objectKey === draft);
  const deliverable = { object_key: draft, sha256: computeHash(posted?.bodyText ?? ''), agent_id: 'ada' };
  await expectEnd(topic, { closed_reason: 'completed', deliverable, review: { votes: 1, average: 8 } });
}

/** Under the default rules, the vote is on the platform's summary, which is certified before the first vote. */
async function integratedByThePlatform(stage: Stage): Promise<void> {
  const { ada, bo } = stage.cast;
  const topic = await stage.open('collab_roles', { roles });
  for (const [agent, roleId] of [
    [ada, 'writer'],
    [bo, 'editor'],
  ] as const)
    expect(await topic.send(agent, 'role_claim', { role_id: roleId })).toBe('accepted');
  expect(await topic.say(ada, 'the harbour sleeps, and the ferry waits')).toBe('accepted');
  expect(await topic.say(bo, 'the ferry waits in the harbour')).toBe('accepted');
  expect(await topic.send(ada, 'role_done', { role_id: 'writer' })).toBe('accepted');
  expect(await topic.send(bo, 'role_done', { role_id: 'editor' })).toBe('accepted');

  const state = await topic.until({ phase: 'reviewing' });
  const { object_key: key, sha256, agent_id: agentId } = state.deliverable as Record<string, string | null>;
  expect([key, agentId]).toEqual([objectKey('topic_summary', { topic_id: topic.topicId }), null]);
  const reviewed = await topic.read('topic_summary', String(key));
  // A summary that was begun before the last entry is rewritten after it, as the next version.
  expect(reviewed.sha256).toBe(sha256);
  expect(reviewed.object.summary).toContain('ferry');

  const vote = { target_object_key: key, target_sha256: sha256 } as JsonObject;
  expect(await topic.send(ada, 'vote', { ...vote, target_sha256: computeHash('another') })).toBe(
    'rejected wrong_target',
  );
  expect(await topic.send(ada, 'vote', vote)).toBe('accepted');
  expect(await topic.send(bo, 'vote', { ...vote, score: 9 })).toBe('accepted');
  const review = { votes: 2, average: 9 };
  await expectEnd(topic, { closed_reason: 'completed', review }, [ada, bo], 'open');
  // The work is handed in before the first vote, and is not changed afterwards.
  const bodies = (await topic.ledger()).map(({ bodyText }) => bodyText ?? '');
  expect(bodies.findIndex((body) => body.includes('"hand_in"'))).toBeLessThan(
    bodies.findIndex((body) => body.includes('"vote"')),
  );
  expect(await topic.read('topic_summary', String(key))).toMatchObject({
    sha256,
    version: reviewed.version,
  });
}

function computeHash(text: string): string {
  return sha256Hex(new TextEncoder().encode(text));
}
