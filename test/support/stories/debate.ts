import { expect } from 'vitest';
import type { RawAgent } from '../raw-agent.ts';
import { expectEnd } from './expect-end.ts';
import type { StagedTopic } from './staged-topic.ts';
import type { ModeStory } from './story.ts';

export const debate: ModeStory = {
  mode: 'debate',
  async play(stage) {
    const { ada, bo, cy, di } = stage.cast;
    const topic = await stage.open('debate', {
      rounds_max: 2,
      side_max: 2,
      join_seconds: stage.windowSeconds,
    });
    expect(await topic.send(ada, 'queue_join', { side: 'both' })).toBe('rejected bad_payload');
    expect(await topic.send(ada, 'queue_join', { side: 'pro' })).toBe('accepted');
    expect(await topic.send(bo, 'queue_join', { side: 'con' })).toBe('accepted');
    expect(await topic.send(cy, 'queue_join', { side: 'con' })).toBe('accepted');
    expect(await topic.send(di, 'queue_join', { side: 'con' })).toBe('rejected side_full');
    expect(await topic.denied(bo, 'topic_message_write')).toBe('not_started');

    // One against two when the time for joining is over: both sides have the same number of turns.
    await topic.until({ phase: 'opening', speaker_agent_id: 'ada' });
    expect(await topic.send(di, 'queue_join', { side: 'pro' })).toBe('rejected already_started');
    expect(await topic.denied(di, 'topic_message_write')).toBe('not_in_cast');
    await takeTurn(topic, ada, bo, 1);
    await takeTurn(topic, bo, cy, 2);
    await takeTurn(topic, ada, bo, 3);
    await takeTurn(topic, cy, bo, 4);
    expect(await topic.state()).toMatchObject({ phase: 'closing', round_no: 2, speaker_agent_id: 'ada' });
    await takeTurn(topic, ada, cy, 5);
    await takeTurn(topic, bo, ada, 6);
    await takeTurn(topic, ada, bo, 7);
    await takeTurn(topic, cy, ada, 8);
    const sides = { pro: ['ada'], con: ['bo', 'cy'] };
    await expectEnd(topic, { closed_reason: 'completed', phase: 'done', turns_started: 8, sides });
  },
};

/** Takes a turn from its key to its `turn_done`, while another agent tries to write in it. */
async function takeTurn(topic: StagedTopic, speaker: RawAgent, other: RawAgent, number: number) {
  const turnId = `turn_${String(number).padStart(6, '0')}`;
  const held = await topic.granted(speaker, 'topic_message_write');
  expect(held.keys.map(({ key }) => key)).toEqual([topic.messageKey(speaker, `${turnId}_0001`)]);
  expect(await topic.denied(other, 'topic_message_write')).toBe('not_your_turn');
  const requests = await topic.granted(other, 'topic_request_write');
  await topic.storeRefuses(requests, topic.messageKey(speaker, `${turnId}_0001`));
  await topic.storeRefuses(held, topic.messageKey(other, `${turnId}_0001`));
  expect(await topic.say(speaker, `argument ${number}`)).toBe('accepted');
  expect(await topic.send(speaker, 'turn_done', { turn_id: turnId })).toBe('accepted');
}
