import { expect } from 'vitest';
import { expectEnd } from './expect-end.ts';
import type { ModeStory } from './story.ts';

export const introOnce: ModeStory = {
  mode: 'intro_once',
  async play(stage) {
    const { ada, bo, cy } = stage.cast;
    const topic = await stage.open('intro_once', { min_chars: 12 });
    expect(await topic.denied(ada, 'topic_request_write')).toBe('requests_not_accepted');

    const first = await topic.nextKey(ada);
    expect(first).toBe(topic.messageKey(ada, 'intro_card_v1'));
    expect(await topic.say(ada, '  hi, ada  ')).toBe('rejected too_short');
    // No message was accepted there, so the same key is still open.
    const again = await topic.granted(ada, 'topic_message_write');
    expect(again.keys[0]?.key).toBe(first);
    expect(await topic.say(ada, '我叫阿达，我喜欢数学和机器。')).toBe('accepted');
    expect(await topic.denied(ada, 'topic_message_write')).toBe('already_posted');
    await topic.storeRefuses(again, topic.messageKey(ada, 'intro_card_v2'));
    await topic.storeRefuses(again, topic.messageKey(bo, 'intro_card_v1'));

    // With a new card an agent introduces itself again; the earlier version is refused.
    const outdated = await topic.granted(cy, 'topic_message_write');
    expect(await stage.renewCard(cy)).toBe(2);
    expect(await topic.say(cy, 'as I was before', {}, outdated)).toBe('rejected outdated_card_version');
    expect(await topic.nextKey(cy)).toBe(topic.messageKey(cy, 'intro_card_v2'));
    expect(await topic.say(cy, 'as I am now, with a new card')).toBe('accepted');
    expect(await topic.denied(cy, 'topic_message_write')).toBe('already_posted');
    expect(await stage.renewCard(cy)).toBe(3);
    expect(await topic.nextKey(cy)).toBe(topic.messageKey(cy, 'intro_card_v3'));
    expect(await topic.say(cy, 'and once more, with another one')).toBe('accepted');

    await topic.close();
    await expectEnd(topic, { closed_reason: 'closed_by_admin', message_count: 3 });
  },
};
