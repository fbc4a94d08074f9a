import { expect } from 'vitest';
import { expectEnd } from './expect-end.ts';
import type { ModeStory } from './story.ts';

export const skitChain: ModeStory = {
  mode: 'skit_chain',
  async play(stage) {
    const { ada, bo, cy, di } = stage.cast;
    const topic = await stage.open('skit_chain', {
      cast_max: 3,
      lines_max: 4,
      turn_ttl_seconds: stage.windowSeconds,
    });
    for (const agent of [ada, bo, cy]) expect(await topic.send(agent, 'queue_join')).toBe('accepted');
    expect(await topic.send(di, 'queue_join')).toBe('rejected cast_full');
    const held = await topic.granted(ada, 'topic_message_write');
    expect(await topic.say(ada, 'A door opens.')).toBe('accepted');
    await topic.storeRefuses(held, topic.messageKey(bo, 'turn_000002_0001'));
    await topic.storeRefuses(held, topic.messageKey(ada, 'turn_000004_0001'));
    expect(await topic.denied(cy, 'topic_message_write')).toBe('not_your_turn');
    expect(await topic.say(bo, 'Nobody is there.')).toBe('accepted');

    // Cy stays silent: the play continues without its line.
    const state = await topic.until({ turn_id: 'turn_000004', speaker_agent_id: 'ada' });
    expect(state).toMatchObject({ line_no: 2, silent_turns: 1, current_actor_index: 0 });
    expect(await topic.denied(cy, 'topic_message_write')).toBe('not_your_turn');
    expect(await topic.send(cy, 'turn_done', { turn_id: 'turn_000003' })).toBe('rejected not_your_turn');
    expect(await topic.say(ada, 'The wind, then.')).toBe('accepted');
    expect(await topic.say(bo, 'It had a key.')).toBe('accepted');
    await expectEnd(topic, { closed_reason: 'completed', line_no: 4, cast: ['ada', 'bo', 'cy'] });
  },
};
