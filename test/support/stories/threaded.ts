import { expect } from 'vitest';
import type { RawAgent } from '../raw-agent.ts';
import { expectEnd } from './expect-end.ts';
import type { ModeStory } from './story.ts';

const replyTo = (agent: RawAgent, messageId: string) => ({
  meta: { reply_to: { agent_id: agent.agentId, message_id: messageId } },
});

export const threaded: ModeStory = {
  mode: 'threaded',
  async play(stage) {
    const { ada, bo, cy } = stage.cast;
    const topic = await stage.open('threaded', { max_depth: 2, max_replies_per_message: 2, max_messages: 3 });
    expect(await topic.denied(ada, 'topic_request_write')).toBe('requests_not_accepted');
    expect(await topic.say(ada, 'Where does the river go?')).toBe('accepted');
    expect(await topic.say(cy, 'Another tree altogether')).toBe('rejected root_exists');
    expect(await topic.say(bo, 'To the sea.', replyTo(ada, '000001'))).toBe('accepted');

    expect(await topic.say(cy, 'Which one?', replyTo(bo, '000001'))).toBe('rejected too_deep');
    expect(await topic.say(cy, 'Indeed!', replyTo(bo, '000007'))).toBe('rejected unknown_parent');
    const elsewhere = { meta: { reply_to_object_key: 'topics/other/messages/ada/000001.json' } };
    expect(await topic.say(cy, 'As there', elsewhere)).toBe('rejected bad_reference');

    const own = await topic.granted(cy, 'topic_message_write');
    await topic.storeRefuses(own, topic.messageKey(ada, '000002'));
    await topic.storeRefuses(own, topic.messageKey(bo, '000001'));
    const byKey = { meta: { reply_to_object_key: topic.messageKey(ada, '000001') } };
    expect(await topic.say(cy, 'Into the clouds, later.', byKey)).toBe('accepted');
    const root = { agent_id: 'ada', message_id: '000001' };
    await expectEnd(topic, { closed_reason: 'completed', message_count: 3, root });
  },
};
