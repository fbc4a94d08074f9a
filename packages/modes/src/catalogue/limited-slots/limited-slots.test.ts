import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { AnyMode } from '../../mode/mode.ts';
import { findMode } from '../../registry/registry.ts';
import { at } from '../../testing/alphabet/inputs.ts';
import { RememberingStory } from '../../testing/stories/remembering-story.ts';

const mode = findMode('limited_slots', 1) as AnyMode;
const topic = (rules: JsonObject = {}) =>
  new RememberingStory('limited_slots', { slots_max: 2, speak_seconds: 600, ...rules });
const claim = (story: RememberingStory, ...agentIds: string[]) =>
  agentIds.map((agentId) => story.ask(agentId, 'slot_claim')).join(' ');
const leave = (story: RememberingStory, agentId: string) => story.ask(agentId, 'leave');
const holders = (story: RememberingStory) =>
  (story.state.slots as JsonObject[]).map(
    (slot) => `${slot.slot_id} ${slot.agent_id}${slot.left ? ' left' : ''}`,
  );

describe('limited_slots', () => {
  it('slots go to claims in the order of judging', () => {
    const story = topic();
    expect(claim(story, 'bo')).toBe('accepted');
    expect(claim(story.after(5), 'ada')).toBe('accepted');
    expect(story.state).toEqual({
      status: 'open',
      closed_reason: null,
      slots_max: 2,
      claims_open: true,
      claim_deadline_at: at(60),
      speaking_ends_at: at(660),
      slots: [
        { slot_id: 'slot_0001', agent_id: 'bo', claimed_at: at(0), posted: 0, left: false },
        { slot_id: 'slot_0002', agent_id: 'ada', claimed_at: at(5), posted: 0, left: false },
      ],
    });
  });

  it('a claim beyond the slots is refused', () => {
    const story = topic();
    claim(story, 'ada', 'bo');
    expect(claim(story, 'cy')).toBe('slots_full');
    expect(story.may('cy')).toBe('slots_full');
    expect(story.say('cy', 'slot_0001')).toBe('no_slot');
    expect(story.say('cy', 'slot_0003')).toBe('no_slot');
  });

  it('an agent gets at most one slot', () => {
    const story = topic();
    expect(claim(story, 'ada', 'ada')).toBe('accepted already_has_slot');
    story.say('ada', 'slot_0001');
    leave(story, 'ada');
    expect(claim(story, 'ada')).toBe('already_has_slot');
  });

  it('a slot holder writes at its key until speaking ends', () => {
    const story = topic();
    expect(story.may('ada')).toBe('no_slot');
    claim(story, 'ada', 'bo');
    expect(story.may('ada')).toBe(`slot_0001 until ${at(660)}`);
    expect(story.may('bo')).toBe(`slot_0002 until ${at(660)}`);
    expect(story.say('ada', 'slot_0002')).toBe('wrong_message_id');
    expect(story.say('ada', '000001')).toBe('wrong_message_id');
    expect(story.say('ada', 'slot_0001')).toBe('accepted');
    expect(story.say('ada', 'slot_0001')).toBe('already_posted');
    expect(story.say('ada', 'slot_0001_02')).toBe('wrong_message_id');
    expect([story.may('ada'), story.may('cy')]).toEqual(['already_posted', 'slots_full']);
  });

  it('further messages of a slot are numbered', () => {
    const story = topic({ messages_per_slot: 3 });
    claim(story, 'ada');
    expect(story.say('ada', 'slot_0001_02')).toBe('wrong_message_id');
    for (const id of ['slot_0001', 'slot_0001_02', 'slot_0001_03']) {
      expect(story.may('ada')).toBe(`${id} until ${at(660)}`);
      expect([story.say('ada', id), story.say('ada', id)]).toEqual(['accepted', 'already_posted']);
    }
    expect(story.say('ada', 'slot_0001_01')).toBe('wrong_message_id');
    expect(story.say('ada', 'slot_0001_04')).toBe('wrong_message_id');
  });

  it('a claim counts if it was written by the deadline', () => {
    for (const [writtenAt, judgedAt, verdict] of [
      [60, 70, 'accepted'],
      [60.001, 70, 'claims_closed'],
      [undefined, 60, 'accepted'],
      [undefined, 60.001, 'claims_closed'],
    ] as const) {
      const story = topic().after(judgedAt);
      const telling = writtenAt === undefined ? {} : { writtenAt };
      expect(story.ask('ada', 'slot_claim', undefined, telling)).toBe(verdict);
    }
  });

  it('empty slots close at the deadline, held ones stay open', () => {
    const story = topic();
    claim(story, 'ada');
    expect(story.after(59).deadline()).toBe('not_due');
    expect(story.after(1).deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ status: 'open', claims_open: false });
    expect(mode.deadline(story.state)).toBe(at(660));
    expect([claim(story, 'bo'), story.may('bo')]).toEqual(['claims_closed', 'no_slot']);
    expect(story.say('ada', 'slot_0001')).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'completed' });
  });

  it('a topic without a claimed slot closes as too few', () => {
    const story = topic();
    claim(story, 'ada');
    leave(story, 'ada');
    expect(story.after(60).deadline()).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'too_few', claims_open: false });
  });

  it('a fully used slot topic ends at the deadline', () => {
    const story = topic();
    claim(story, 'ada', 'bo');
    story.say('ada', 'slot_0001');
    story.say('bo', 'slot_0002');
    expect(story.state.status).toBe('open');
    story.after(60).deadline();
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'completed' });
  });

  it('a holder that stays silent cannot hold the topic open', () => {
    const story = topic();
    claim(story, 'ada', 'bo');
    story.say('ada', 'slot_0001');
    story.after(60).deadline();
    expect(story.after(599).deadline()).toBe('not_due');
    expect(story.after(1).deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'completed' });
  });

  it('a slot message counts if it was written in time', () => {
    for (const [writtenAt, judgedAt, verdict] of [
      [660, 700, 'accepted'],
      [660.001, 700, 'too_late'],
      [undefined, 660, 'accepted'],
      [undefined, 661, 'too_late'],
    ] as const) {
      const story = topic();
      claim(story, 'ada', 'bo');
      story.after(judgedAt);
      expect(story.say('ada', 'slot_0001', {}, writtenAt === undefined ? {} : { writtenAt })).toBe(verdict);
    }
  });

  it('a slot returned unused goes to the next claim', () => {
    const story = topic();
    claim(story, 'ada', 'bo');
    expect(leave(story, 'ada')).toBe('accepted');
    expect([story.say('ada', 'slot_0001'), story.may('ada')]).toEqual(['no_slot', 'no_slot']);
    expect(claim(story, 'cy', 'ada')).toBe('accepted slots_full');
    expect(holders(story)).toEqual(['slot_0001 cy', 'slot_0002 bo']);
    leave(story, 'bo');
    expect(claim(story, 'ada')).toBe('accepted');
    expect(story.may('ada')).toBe(`slot_0002 until ${at(660)}`);
  });

  it('a used slot, or one left late, stays closed', () => {
    const story = topic({ messages_per_slot: 2 });
    claim(story, 'ada', 'bo');
    story.say('ada', 'slot_0001');
    leave(story, 'ada');
    expect([claim(story, 'cy'), story.say('ada', 'slot_0001_02')]).toEqual(['slots_full', 'no_slot']);
    story.after(61);
    leave(story, 'bo');
    expect(holders(story)).toEqual(['slot_0001 ada left', 'slot_0002 bo left']);
    story.deadline();
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'completed' });
  });

  it('a slot topic whose holders leave silently closes', () => {
    const story = topic();
    claim(story, 'ada', 'bo');
    story.after(60).deadline();
    expect(leave(story, 'ada')).toBe('accepted');
    expect(story.state.status).toBe('open');
    expect(leave(story, 'ada')).toBe('no_slot');
    expect(story.remove('bo')).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'nobody_left' });
  });

  it('a silent last holder’s departure completes a used topic', () => {
    const story = topic();
    claim(story, 'ada', 'bo');
    story.say('ada', 'slot_0001');
    story.after(60).deadline();
    leave(story, 'bo');
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'completed' });
  });

  it('removing an agent without a slot changes nothing', () => {
    const story = topic();
    claim(story, 'ada');
    const before = story.state;
    expect([story.remove('bo'), leave(story, 'bo')]).toEqual(['accepted', 'no_slot']);
    expect(story.state).toEqual(before);
  });

  it('missed deadlines of slots are handled one by one', () => {
    const story = topic();
    claim(story, 'ada');
    story.after(10_000);
    expect([story.deadline(), story.state.status]).toEqual(['accepted', 'open']);
    expect([story.deadline(), story.state.closed_reason]).toEqual(['accepted', 'completed']);
  });

  it('a closed limited_slots topic takes nothing and grants nothing', () => {
    const story = topic();
    claim(story, 'ada', 'bo');
    expect(story.ask('ada', 'queue_join')).toBe('ignored');
    expect(story.may('ada', { last_request_number: 3 }, 'request')).toBe(
      'r000004, r000005, r000006, r000007',
    );
    expect(story.close()).toBe('accepted');
    expect(story.state).toMatchObject({ closed_reason: 'closed_by_admin', claims_open: false });
    const tried = [claim(story, 'cy'), leave(story, 'ada'), story.say('ada', 'slot_0001'), story.deadline()];
    expect([...tried, story.close(), story.remove('ada')]).toEqual(Array(6).fill('topic_closed'));
    expect([story.may('ada'), story.may('ada', {}, 'request')]).toEqual(['topic_closed', 'topic_closed']);
    expect(mode.deadline(story.state)).toBeUndefined();
  });

  it('limited_slots writes its default rules out and refuses bad ones', () => {
    expect(mode.parseRules({})).toEqual({
      rules: {
        slots_max: 3,
        slot_policy: 'first_come',
        claim_deadline_seconds: 60,
        messages_per_slot: 1,
        speak_seconds: 86_400,
      },
    });
    for (const [rules, path] of [
      [{ slots_max: 0 }, 'rules.slots_max'],
      [{ slots_max: 101 }, 'rules.slots_max'],
      [{ slot_policy: 'lottery' }, 'rules.slot_policy'],
      [{ claim_deadline_seconds: 0 }, 'rules.claim_deadline_seconds'],
      [{ messages_per_slot: 100 }, 'rules.messages_per_slot'],
      [{ speak_seconds: 0.5 }, 'rules.speak_seconds'],
      [{ slots: 3 }, 'rules'],
    ] as const) {
      expect(mode.parseRules(rules)).toMatchObject({ path });
    }
  });
});
