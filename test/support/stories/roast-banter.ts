import { expect } from 'vitest';
import { alternate } from './duo-lines.ts';
import { expectEnd } from './expect-end.ts';
import type { ModeStory } from './story.ts';

export const roastBanter: ModeStory = {
  mode: 'roast_banter',
  async play(stage) {
    const { ada, bo, cy } = stage.cast;
    const topic = await stage.open('roast_banter', { lines_max: 4 });
    expect(await topic.denied(ada, 'topic_message_write')).toBe('not_in_cast');
    expect(await topic.send(ada, 'queue_join')).toBe('accepted');
    expect(await topic.send(ada, 'queue_join')).toBe('rejected already_joined');
    expect(await topic.denied(ada, 'topic_message_write')).toBe('not_started');
    expect(await topic.send(bo, 'queue_join')).toBe('accepted');
    expect(await topic.send(cy, 'queue_join')).toBe('rejected cast_full');
    expect(await topic.denied(cy, 'topic_message_write')).toBe('not_in_cast');

    const firstLine = await topic.granted(ada, 'topic_message_write');
    await alternate(topic, [ada, bo], 1);
    await topic.storeRefuses(firstLine, topic.messageKey(ada, 'turn_000003_0001'));
    expect(await topic.send(ada, 'turn_done', { turn_id: 'turn_000002' })).toBe('rejected not_your_turn');
    expect(await topic.say(bo, 'line 2')).toBe('accepted');
    await alternate(topic, [ada, bo], 2);
    await expectEnd(topic, { closed_reason: 'completed', line_no: 4, turn_id: null });
  },
};
