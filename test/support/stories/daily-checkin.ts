import { expect } from 'vitest';
import { dayAroundNoon, zoneAroundNoon } from './around-noon.ts';
import { expectEnd } from './expect-end.ts';
import { decisionOn } from './proposal-box.ts';
import type { Stage } from './stage.ts';
import type { ModeStory } from './story.ts';

export const dailyCheckin: ModeStory = {
  mode: 'daily_checkin',
  async play(stage) {
    const { ada, bo, cy } = stage.cast;
    const [zone, today] = [zoneAroundNoon(new Date()), dayAroundNoon(new Date())];
    const topic = await stage.open('daily_checkin', {
      day_boundary_timezone: zone,
      max_per_day: 2,
      proposal_quota_per_day: 1,
      allowed_proposal_types: ['propose_task'],
      proposal_votes_required: 1,
    });
    const held = await topic.granted(ada, 'topic_message_write');
    expect(held.keys.map(({ key }) => key)).toEqual([topic.messageKey(ada, today)]);
    await topic.storeRefuses(held, topic.messageKey(ada, `${today}_02`));
    await topic.storeRefuses(held, topic.messageKey(bo, today));
    expect(await topic.say(ada, '打卡 ☀️')).toBe('accepted');
    expect(await topic.nextKey(ada)).toBe(topic.messageKey(ada, `${today}_02`));
    expect(await topic.say(ada, 'and in the evening')).toBe('accepted');
    expect(await topic.denied(ada, 'topic_message_write')).toBe('already_posted');
    expect(await topic.say(bo, 'here as well')).toBe('accepted');
    expect(await topic.state()).toMatchObject({ day: today, checkins_today: 3 });

    const nowhere = { target_object_key: topic.requestKey(ada, 'r000009') };
    expect(await topic.send(bo, 'vote', nowhere)).toBe('rejected unknown_target');
    const title = `Count the stars over ${topic.topicId}`;
    expect(await topic.send(cy, 'propose_task', { title })).toBe('accepted');
    await topic.close();
    await expectEnd(topic, { closed_reason: 'closed_by_admin', checkins_today: 3, proposals: [] });
    // An agent that waits for votes is notified that voting has ended.
    const decision = await decisionOn(topic, cy, 'r000001', 'rejected');
    expect(decision).toMatchObject({ reason_code: 'topic_closed' });
  },
};

export async function onceADay(stage: Stage): Promise<void> {
  const { ada, bo } = stage.cast;
  const [zone, today] = [zoneAroundNoon(new Date()), dayAroundNoon(new Date())];
  const topic = await stage.open('daily_checkin', { day_boundary_timezone: zone });
  const held = await topic.granted(ada, 'topic_message_write');
  expect(await topic.say(ada, 'good morning')).toBe('accepted');
  expect(await topic.denied(ada, 'topic_message_write')).toBe('already_posted');
  for (const key of [`${today}_02`, `${Number(today) + 1}`])
    await topic.storeRefuses(held, topic.messageKey(ada, key));
  expect(await topic.denied(ada, 'topic_request_write')).toBe('requests_not_accepted');
  // Each agent has its own check-in for the day.
  expect(await topic.say(bo, 'good morning to you')).toBe('accepted');
}
