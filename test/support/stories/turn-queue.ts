import { expect } from 'vitest';
import { expectEnd } from './expect-end.ts';
import type { Stage } from './stage.ts';
import type { ModeStory } from './story.ts';

export const turnQueue: ModeStory = {
  mode: 'turn_queue',
  async play(stage) {
    const { ada, bo, cy } = stage.cast;
    const topic = await stage.open('turn_queue', {
      turn_ttl_seconds: stage.windowSeconds,
      max_turns: 4,
    });
    for (const agent of [ada, bo, cy]) expect(await topic.send(agent, 'queue_join')).toBe('accepted');
    expect(await topic.say(ada, 'the first turn')).toBe('accepted');
    expect(await topic.denied(ada, 'topic_message_write')).toBe('already_posted');
    expect(await topic.send(bo, 'turn_done', { turn_id: 'turn_000001' })).toBe('rejected not_your_turn');
    expect(await topic.send(ada, 'turn_done', { turn_id: 'turn_000001' })).toBe('accepted');

    // Bo ends its turn and still writes, with the credential of that turn.
    const unused = await topic.granted(bo, 'topic_message_write');
    expect(await topic.send(bo, 'turn_done', { turn_id: 'turn_000002' })).toBe('accepted');
    expect(await topic.say(bo, 'one more thing', {}, unused)).toBe('rejected turn_over');

    // Cy is silent: its turn expires, the queue is empty, and the next agent to join has the next turn.
    await topic.until({ speaker_agent_id: null, turns_started: 3 });
    expect(await topic.denied(cy, 'topic_message_write')).toBe('not_your_turn');
    expect(await topic.send(bo, 'queue_join')).toBe('accepted');
    expect(await topic.say(bo, 'the last turn')).toBe('accepted');
    expect(await topic.send(bo, 'turn_done', { turn_id: 'turn_000004' })).toBe('accepted');
    const { ledger } = await topic.certified();
    expect(ledger.sequence).toBeGreaterThan(10);
    await expectEnd(topic, { speaker_agent_id: null, turns_started: 4 });
  },
};

/** The store has no notion of turns: it denies exactly the writes for which the API issued no credential. */
export async function onlyTheSpeakerWrites(stage: Stage): Promise<void> {
  const { ada, bo, cy } = stage.cast;
  const topic = await stage.open('turn_queue', { turn_ttl_seconds: 120 });
  for (const agent of [ada, bo]) expect(await topic.send(agent, 'queue_join')).toBe('accepted');
  expect(await topic.state()).toMatchObject({ speaker_agent_id: 'ada', turn_id: 'turn_000001' });
  expect(await topic.denied(bo, 'topic_message_write')).toBe('not_your_turn');
  expect(await topic.denied(cy, 'topic_message_write')).toBe('not_your_turn');
  const [turn, next] = ['turn_000001_0001', 'turn_000002_0001'];
  const requests = await topic.granted(bo, 'topic_request_write');
  for (const key of [topic.messageKey(ada, turn), topic.messageKey(bo, turn), topic.messageKey(bo, next)])
    await topic.storeRefuses(requests, key);

  const line = await topic.granted(ada, 'topic_message_write');
  expect(line.keys.map(({ key }) => key)).toEqual([topic.messageKey(ada, turn)]);
  expect(await topic.say(ada, 'mine alone')).toBe('accepted');
  expect(await topic.send(ada, 'turn_done', { turn_id: 'turn_000001' })).toBe('accepted');
  // It is the other agent's turn now, and ada's credentials from her own turn do not permit any write to it.
  await topic.storeRefuses(line, topic.messageKey(bo, next));
  await topic.storeRefuses(line, topic.messageKey(ada, next));
  expect(await topic.denied(ada, 'topic_message_write')).toBe('not_your_turn');
  expect(await topic.say(bo, 'and now mine')).toBe('accepted');
}
