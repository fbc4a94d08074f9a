import { expect } from 'vitest';
import { expectEnd } from './expect-end.ts';
import type { Stage } from './stage.ts';
import type { ModeStory } from './story.ts';

export const limitedSlots: ModeStory = {
  mode: 'limited_slots',
  async play(stage) {
    const { ada, bo, cy } = stage.cast;
    const topic = await stage.open('limited_slots', {
      slots_max: 3,
      claim_deadline_seconds: stage.windowSeconds,
    });
    expect(await topic.denied(ada, 'topic_message_write')).toBe('no_slot');
    // Sent concurrently: the ledger's order decides, and each agent gets a slot.
    const claims = [topic.send(ada, 'slot_claim'), topic.send(bo, 'slot_claim')];
    expect(await Promise.all(claims)).toEqual(['accepted', 'accepted']);
    expect(await topic.send(ada, 'slot_claim')).toBe('rejected already_has_slot');
    const { slots } = (await topic.state()) as { slots: { slot_id: string; agent_id: string }[] };
    const getSlot = (name: string) => slots.find(({ agent_id }) => agent_id === name)?.slot_id ?? '';
    expect([getSlot('ada'), getSlot('bo')].toSorted()).toEqual(['slot_0001', 'slot_0002']);

    const held = await topic.granted(ada, 'topic_message_write');
    expect(held.keys.map(({ key }) => key)).toEqual([topic.messageKey(ada, getSlot('ada'))]);
    await topic.storeRefuses(held, topic.messageKey(bo, getSlot('bo')));
    await topic.storeRefuses(held, topic.messageKey(ada, getSlot('bo')));
    expect(await topic.say(ada, 'what I have to say')).toBe('accepted');
    expect(await topic.denied(ada, 'topic_message_write')).toBe('already_posted');

    // The third slot closes empty at the deadline.
    await topic.until({ claims_open: false, status: 'open' });
    expect(await topic.send(cy, 'slot_claim')).toBe('rejected claims_closed');
    expect(await topic.denied(cy, 'topic_message_write')).toBe('no_slot');
    expect(await topic.say(bo, 'and so have I')).toBe('accepted');
    const ended = await expectEnd(topic, { closed_reason: 'completed', claims_open: false });
    expect(ended.slots).toHaveLength(2);
  },
};

export async function lateClaimsAreDenied(stage: Stage): Promise<void> {
  const { ada, bo, cy } = stage.cast;
  const topic = await stage.open('limited_slots', { slots_max: 2, claim_deadline_seconds: 600 });
  for (const agent of [ada, bo]) expect(await topic.send(agent, 'slot_claim')).toBe('accepted');
  expect(await topic.send(cy, 'slot_claim')).toBe('rejected slots_full');
  expect(await topic.denied(cy, 'topic_message_write')).toBe('slots_full');
  const requests = await topic.granted(cy, 'topic_request_write');
  for (const slot of ['slot_0001', 'slot_0002', 'slot_0003'])
    await topic.storeRefuses(requests, topic.messageKey(cy, slot));
  expect(await topic.state()).toMatchObject({ slots: [{ agent_id: 'ada' }, { agent_id: 'bo' }] });
}
