import { describe, expect, it } from 'vitest';
import { at } from '../../testing/alphabet/inputs.ts';
import {
  claim,
  done,
  handIn,
  leave,
  mode,
  post,
  reviewing,
  role,
  roles,
  topic,
  vote,
  working,
} from './testing/story.ts';

describe('collab_roles', () => {
  it('the review does not wait for agents that left', () => {
    const story = reviewing();
    vote(story, 'bo', 4);
    expect(leave(story, 'ada')).toBe('accepted');
    expect(roles(story)[0]).toBe('lead - done');
    expect(story.state).toMatchObject({ closed_reason: 'completed', review: { votes: 1, average: 4 } });
  });

  it('existing work is reviewed at the end of the timebox', () => {
    const story = working();
    post(story, 'ada', 'lead');
    expect(story.after(3599).deadline()).toBe('not_due');
    expect(story.after(1).deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ phase: 'integrating', integration_ends_at: at(3720) });
    handIn(story.after(10));
    expect(story.state).toMatchObject({ phase: 'reviewing', review_ends_at: at(3910) });
    expect([vote(story, 'ada'), vote(story, 'bo')]).toEqual(['accepted', 'accepted']);
  });

  it('a timebox that ends with nothing there closes the topic', () => {
    const story = working().after(3600);
    expect(story.deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'time_over', review: null });
  });

  it('work that every agent leaves closes the topic', () => {
    const story = working();
    leave(story, 'ada');
    expect(story.remove('bo')).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'nobody_left', phase: 'done' });
  });

  it('work of agents that left is still reviewed', () => {
    const story = working();
    done(story, 'ada', 'lead');
    leave(story, 'ada');
    expect(claim(story, 'cy', 'lead')).toBe('role_taken');
    leave(story, 'bo');
    expect(story.state).toMatchObject({ phase: 'integrating' });
    handIn(story);
    expect(story.state).toMatchObject({ closed_reason: 'completed', review: { votes: 0, average: null } });
  });

  it('a fraction of an hour is a timebox', () => {
    expect(working({ timebox_hours: 0.01 }).state.timebox_ends_at).toBe(at(36));
    expect(working({ timebox_hours: 1.5 }).state.timebox_ends_at).toBe(at(5400));
  });

  it('deadlines missed together never start a phase that is over', () => {
    const story = topic();
    claim(story, 'ada', 'lead');
    story.after(1e6).deadline();
    expect(story.state).toMatchObject({ phase: 'working', timebox_ends_at: at(1e6 + 3600) });
    expect(story.deadline()).toBe('not_due');
  });

  it('a closed collab_roles topic takes nothing and grants nothing', () => {
    const story = working();
    expect([story.ask('ada', 'queue_join'), story.ask('ada', 'constructor')]).toEqual(['ignored', 'ignored']);
    expect(story.remove('nobody')).toBe('accepted');
    expect(story.may('ada', { last_request_number: 1 }, 'request')).toContain('r000002');
    expect(story.close()).toBe('accepted');
    expect(story.state).toMatchObject({ closed_reason: 'closed_by_admin', phase: 'done', review: null });
    const tried = [
      claim(story, 'cy', 'lead'),
      post(story, 'ada', 'lead'),
      leave(story, 'ada'),
      story.deadline(),
      handIn(story),
    ];
    expect([...tried, story.close(), story.remove('ada')]).toEqual(Array(7).fill('topic_closed'));
    expect([story.may('ada'), story.may('ada', {}, 'request')]).toEqual(['topic_closed', 'topic_closed']);
    expect(mode.deadline(story.state)).toBeUndefined();
  });

  it('collab_roles writes its default rules out and refuses bad ones', () => {
    expect(mode.parseRules({ roles: [role('lead')] })).toEqual({
      rules: {
        roles: [role('lead')],
        role_claim_policy: 'first_come',
        timebox_hours: 6,
        deliverable_policy: 'platform_summary',
        recruit_seconds: 3600,
        integration_seconds: 600,
        review_seconds: 600,
      },
    });
    const one = { roles: [role('lead')] };
    for (const [rules, path] of [
      [{}, 'rules.roles'],
      [{ roles: [] }, 'rules.roles'],
      [{ roles: Array.from({ length: 21 }, (_, index) => role(`r${index}`)) }, 'rules.roles'],
      [{ roles: [role('lead'), role('lead')] }, 'rules.roles'],
      [{ roles: [role('Lead')] }, 'rules.roles.0.role_id'],
      [{ roles: [role('a/b')] }, 'rules.roles.0.role_id'],
      [{ roles: [role('x'.repeat(31))] }, 'rules.roles.0.role_id'],
      [{ roles: [{ role_id: 'lead' }] }, 'rules.roles.0.description'],
      [{ roles: [{ role_id: 'lead', description: 'x'.repeat(501) }] }, 'rules.roles.0.description'],
      [{ roles: [{ ...role('lead'), seats: 2 }] }, 'rules.roles.0'],
      [{ ...one, role_claim_policy: 'lottery' }, 'rules.role_claim_policy'],
      [{ ...one, timebox_hours: 0.001 }, 'rules.timebox_hours'],
      [{ ...one, timebox_hours: 721 }, 'rules.timebox_hours'],
      [{ ...one, deliverable_policy: 'none' }, 'rules.deliverable_policy'],
      [{ ...one, recruit_seconds: 0 }, 'rules.recruit_seconds'],
      [{ ...one, review_seconds: 1.5 }, 'rules.review_seconds'],
      [{ ...one, integration_seconds: 0 }, 'rules.integration_seconds'],
      [{ ...one, extra: 1 }, 'rules'],
    ] as const) {
      expect([rules, mode.parseRules(rules)]).toMatchObject([rules, { path }]);
    }
  });
});
