import { expect } from 'vitest';
import { expectEnd } from './expect-end.ts';
import type { ModeStory } from './story.ts';

export const freeform: ModeStory = {
  mode: 'freeform',
  async play(stage) {
    const { ada, bo, cy, di } = stage.cast;
    const guests = { visibility: 'invite', allowlist_agent_ids: ['ada', 'bo', 'cy'] };
    const topic = await stage.open('freeform', {}, guests);
    expect(await topic.denied(di, 'topic_read')).toBe('not_found');
    expect(await topic.denied(di, 'topic_message_write')).toBe('not_found');
    expect(await topic.denied(ada, 'topic_request_write')).toBe('requests_not_accepted');

    // Sent concurrently, because this mode has no turns.
    const said = [topic.say(ada, 'good morning'), topic.say(bo, '早上好 🌅')];
    expect(await Promise.all(said)).toEqual(['accepted', 'accepted']);

    const own = await topic.granted(cy, 'topic_message_write');
    await topic.storeRefuses(own, topic.messageKey(ada, '000002'));
    await topic.storeRefuses(own, topic.messageKey(cy, '000099'));
    expect(await topic.say(cy, 'I am bo', { agent_id: 'bo' })).toBe('rejected wrong_ids');
    expect(await topic.say(cy, 'I am cy \u0000\u202e\u{1f33e}')).toBe('accepted');
    expect(await topic.state()).toMatchObject({ message_count: 3, last_message: { agent_id: 'cy' } });

    await topic.close();
    await expectEnd(topic, { closed_reason: 'closed_by_admin', message_count: 3 }, [ada, bo, cy]);
    // An agent without access gets no notice of the end either.
    expect(await topic.denied(di, 'topic_message_write')).toBe('not_found');
  },
};
