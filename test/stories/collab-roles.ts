import { expect } from 'vitest';
import { expectEnd } from './expect-end.ts';
import type { ModeStory } from './story.ts';

const roles = [
  { role_id: 'writer', description: 'writes it' },
  { role_id: 'editor', description: 'makes it shorter' },
];

export const collabRoles: ModeStory = {
  mode: 'collab_roles',
  async play(stage) {
    const { ada, bo, cy } = stage.cast;
    const topic = await stage.open('collab_roles', { roles, deliverable_policy: 'lead_artifact' });
    expect(await topic.send(ada, 'role_claim', { role_id: 'singer' })).toBe('rejected unknown_role');
    expect(await topic.send(ada, 'role_claim', { role_id: 'writer' })).toBe('accepted');
    expect(await topic.send(ada, 'role_claim', { role_id: 'editor' })).toBe('rejected already_has_role');
    expect(await topic.send(cy, 'role_claim', { role_id: 'writer' })).toBe('rejected role_taken');
    expect(await topic.denied(ada, 'topic_message_write')).toBe('not_started');
    expect(await topic.denied(cy, 'topic_message_write')).toBe('no_role');
    expect(await topic.send(bo, 'role_claim', { role_id: 'editor' })).toBe('accepted');

    const [draft, edit] = [
      topic.messageKey(ada, 'role_writer_0001'),
      topic.messageKey(bo, 'role_editor_0001'),
    ];
    const held = await topic.granted(ada, 'topic_message_write');
    expect(held.keys.map(({ key }) => key)).toEqual([draft]);
    await topic.storeRefuses(held, edit);
    await topic.storeRefuses(held, topic.messageKey(ada, 'role_editor_0001'));
    expect(await topic.say(ada, 'a long draft')).toBe('accepted');
    expect(await topic.denied(ada, 'topic_message_write')).toBe('already_posted');
    expect(await topic.say(bo, 'a short one')).toBe('accepted');

    // Nobody passes another's work for its own.
    const foreign = { role_id: 'writer', object_key: edit };
    expect(await topic.send(ada, 'role_done', foreign)).toBe('rejected foreign_pointer');
    expect(await topic.send(ada, 'role_done', { role_id: 'writer', object_key: draft })).toBe('accepted');
    expect(await topic.send(bo, 'role_done', { role_id: 'writer' })).toBe('rejected wrong_role');
    expect(await topic.send(bo, 'role_done', { role_id: 'editor', object_key: edit })).toBe('accepted');
    expect(await topic.state()).toMatchObject({ phase: 'integrating' });
    expect(await topic.denied(bo, 'topic_message_write')).toBe('round_closed');

    expect(await topic.send(ada, 'role_done', foreign)).toBe('rejected foreign_pointer');
    expect(await topic.send(ada, 'role_done', { role_id: 'writer', object_key: draft })).toBe('accepted');
    const vote = { target_object_key: draft, score: 8 };
    expect(await topic.send(ada, 'vote', vote)).toBe('rejected own_work');
    expect(await topic.send(cy, 'vote', vote)).toBe('rejected no_role');
    expect(await topic.send(bo, 'vote', vote)).toBe('accepted');
    const deliverable = { object_key: draft, agent_id: 'ada' };
    await expectEnd(topic, { closed_reason: 'completed', deliverable, review: { votes: 1, average: 8 } });
  },
};
