import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { AnyMode } from '../../mode/mode.ts';
import { findMode } from '../../registry/registry.ts';
import { at, contextOf } from '../../testing/alphabet/inputs.ts';
import { request } from '../../testing/alphabet/moves.ts';
import { RememberingStory } from '../../testing/stories/remembering-story.ts';

const mode = findMode('collab_roles', 1) as AnyMode;
const role = (roleId: string) => ({ role_id: roleId, description: `does the ${roleId}` });
const summary = 'topics/t1/summary.json';
const ownKey = (agentId: string, id = 'role_lead_0001') => `topics/t1/messages/${agentId}/${id}.json`;

/** Two roles, ten minutes to recruit, an hour to work, five minutes to review. */
function topic(rules: JsonObject = {}): RememberingStory {
  const roles = [role('lead'), role('copy')];
  const times = { recruit_seconds: 600, timebox_hours: 1, review_seconds: 300 };
  return new RememberingStory('collab_roles', { roles, ...times, ...rules });
}

const claim = (story: RememberingStory, agentId: string, roleId: string) =>
  story.ask(agentId, 'role_claim', { role_id: roleId });
const post = (story: RememberingStory, agentId: string, roleId: string) =>
  story.say(agentId, `role_${roleId}_0001`);
const done = (story: RememberingStory, agentId: string, roleId: string, objectKey?: string) =>
  story.ask(agentId, 'role_done', { role_id: roleId, ...(objectKey ? { object_key: objectKey } : {}) });
const vote = (story: RememberingStory, agentId: string, score: unknown = 7, target = summary) =>
  story.ask(agentId, 'vote', { target_object_key: target, score } as JsonObject);
const leave = (story: RememberingStory, agentId: string) => story.ask(agentId, 'leave');
const roles = (story: RememberingStory) =>
  (story.state.roles as JsonObject[]).map((each) => `${each.role_id} ${each.agent_id ?? '-'} ${each.status}`);

/** ada leads, bo copies, both at work. */
function working(rules: JsonObject = {}): RememberingStory {
  const story = topic(rules);
  claim(story, 'ada', 'lead');
  claim(story, 'bo', 'copy');
  return story;
}

function reviewing(rules: JsonObject = {}): RememberingStory {
  const story = working(rules);
  done(story, 'bo', 'copy');
  done(story, 'ada', 'lead');
  return story;
}

const lead = { deliverable_policy: 'lead_artifact' };

describe('collab_roles', () => {
  it('roles are taken first come first served, one for each agent', () => {
    const story = topic();
    expect(claim(story, 'ada', 'copy')).toBe('accepted');
    expect(claim(story, 'bo', 'copy')).toBe('role_taken');
    expect(claim(story, 'ada', 'lead')).toBe('already_has_role');
    expect(claim(story, 'bo', 'boss')).toBe('unknown_role');
    for (const payload of [undefined, {}, { role_id: null }, { role_id: ['lead'] }, { role_id: 1 }]) {
      expect(story.ask('bo', 'role_claim', payload as JsonObject | undefined)).toBe('unknown_role');
    }
    expect(roles(story)).toEqual(['lead - open', 'copy ada claimed']);
    expect(story.state).toMatchObject({ phase: 'recruit', recruit_ends_at: at(600), timebox_ends_at: null });
    expect([story.may('ada'), story.may('bo')]).toEqual(['not_started', 'no_role']);
    expect(post(story, 'ada', 'copy')).toBe('not_started');
  });

  it('the work starts when the last role is taken, and its time is counted from there', () => {
    const story = topic();
    claim(story, 'ada', 'lead');
    claim(story.after(100), 'bo', 'copy');
    expect(story.state).toMatchObject({ phase: 'working', timebox_ends_at: at(3700) });
    expect(story.may('ada')).toBe(`role_lead_0001 until ${at(3700)}`);
    expect(story.may('bo')).toBe(`role_copy_0001 until ${at(3700)}`);
    expect(story.may('cy')).toBe('no_role');
  });

  it('the work starts with those who are there when recruiting ends', () => {
    const story = topic();
    claim(story, 'ada', 'lead');
    expect(story.after(599).deadline()).toBe('not_due');
    expect(story.after(11).deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ phase: 'working', timebox_ends_at: at(4210) });
    expect(claim(story, 'bo', 'copy')).toBe('accepted');
    expect(story.may('bo')).toBe(`role_copy_0001 until ${at(4210)}`);
  });

  it('recruiting that nobody answers closes the topic as too few', () => {
    const story = topic();
    claim(story, 'ada', 'lead');
    leave(story, 'ada');
    expect(roles(story)).toEqual(['lead - open', 'copy - open']);
    expect(story.after(600).deadline()).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'too_few', phase: 'done' });
  });

  it('each role has one contribution, at the key of the role', () => {
    const story = working();
    expect(post(story, 'ada', 'copy')).toBe('wrong_message_id');
    expect(story.say('ada', 'role_lead_0002')).toBe('wrong_message_id');
    expect(story.say('ada', 'role_lead_0001', { meta: { role_id: 'copy' } })).toBe('wrong_role');
    expect(story.say('ada', 'role_lead_0001', { meta: { role_id: null } })).toBe('wrong_role');
    expect(story.say('ada', 'role_lead_0001', { meta: { role_id: 'lead' } })).toBe('accepted');
    expect([post(story, 'ada', 'lead'), story.may('ada')]).toEqual(['already_posted', 'already_posted']);
    expect(post(story, 'cy', 'lead')).toBe('no_role');
    expect(post(story, 'bo', 'copy')).toBe('accepted');
    expect(roles(story)).toEqual(['lead ada posted', 'copy bo posted']);
  });

  it('a contribution written after the timebox is refused, one judged late but written in time is not', () => {
    for (const [writtenAt, judgedAt, verdict] of [
      [3600, 3700, 'accepted'],
      [3600.001, 3700, 'too_late'],
      [undefined, 3600, 'accepted'],
      [undefined, 3601, 'too_late'],
    ] as const) {
      const telling = writtenAt === undefined ? {} : { writtenAt };
      expect(working().after(judgedAt).say('ada', 'role_lead_0001', {}, telling)).toBe(verdict);
      const payload = { role_id: 'lead' };
      expect(working().after(judgedAt).ask('ada', 'role_done', payload, telling)).toBe(verdict);
    }
    expect(claim(topic().after(601), 'ada', 'lead')).toBe('too_late');
  });

  it('a role is done once, by its agent, with or without a pointer of its own', () => {
    const story = working();
    expect(done(story, 'cy', 'lead')).toBe('no_role');
    expect(done(story, 'ada', 'copy')).toBe('wrong_role');
    expect(done(story, 'ada', 'boss')).toBe('unknown_role');
    expect(story.ask('ada', 'role_done')).toBe('unknown_role');
    expect(done(story, 'ada', 'lead', ownKey('ada'))).toBe('accepted');
    expect(done(story, 'ada', 'lead')).toBe('already_done');
    expect([post(story, 'ada', 'lead'), story.may('ada')]).toEqual(['already_done', 'already_posted']);
    expect(story.state.roles).toMatchObject([{ status: 'done', object_key: ownKey('ada') }, {}]);
  });

  const pointers: [objectKey: unknown, verdict: string][] = [
    [ownKey('ada'), 'accepted'],
    [ownKey('ada', '000001'), 'accepted'],
    ['tasks/any-task/agents/ada/index.json', 'accepted'],
    ['tasks/any-task/agents/ada/drafts/Report_v2.final.md', 'accepted'],
    [ownKey('bo'), 'foreign_pointer'],
    ['topics/t2/messages/ada/role_lead_0001.json', 'foreign_pointer'],
    ['topics/t1/requests/ada/r000001.json', 'foreign_pointer'],
    ['topics/t1/results/ada/r000001.json', 'foreign_pointer'],
    ['topics/t1/summary.json', 'foreign_pointer'],
    ['topics/t1/messages/ada/', 'foreign_pointer'],
    ['topics/t1/messages/ada/../bo/000001.json', 'foreign_pointer'],
    ['tasks/any-task/agents/bo/index.json', 'foreign_pointer'],
    ['tasks/any-task/agents/ada-2/index.json', 'foreign_pointer'],
    ['tasks/any-task/agents/ada', 'foreign_pointer'],
    ['tasks/any-task/agents/ada/', 'foreign_pointer'],
    ['tasks/any-task/agents/ada/../bo/index.json', 'foreign_pointer'],
    ['tasks/any-task/agents/ada/a//b', 'foreign_pointer'],
    ['tasks/any-task/agents/ada/a%2f..%2fb', 'foreign_pointer'],
    ['tasks/any-task/manifest.json', 'foreign_pointer'],
    ['agents/all/ada.json', 'foreign_pointer'],
    [`tasks/any-task/agents/ada/${'x'.repeat(512)}`, 'foreign_pointer'],
    ['', 'foreign_pointer'],
    [null, 'foreign_pointer'],
    [7, 'foreign_pointer'],
    [{ key: ownKey('ada') }, 'foreign_pointer'],
  ];
  it('a pointer must lie where its agent alone may write', () => {
    for (const [objectKey, verdict] of pointers) {
      const payload = { role_id: 'lead', object_key: objectKey } as JsonObject;
      expect([objectKey, working().ask('ada', 'role_done', payload)]).toEqual([objectKey, verdict]);
    }
  });

  it('a role that is given up while the work goes on can be taken again', () => {
    const story = working();
    expect(leave(story, 'cy')).toBe('no_role');
    expect(leave(story, 'bo')).toBe('accepted');
    expect(roles(story)).toEqual(['lead ada claimed', 'copy - open']);
    expect(post(story, 'bo', 'copy')).toBe('no_role');
    expect(claim(story, 'cy', 'copy')).toBe('accepted');
    expect(claim(story, 'bo', 'copy')).toBe('role_taken');
    expect(post(story, 'cy', 'copy')).toBe('accepted');
  });

  it('who takes its role again after posting for it has posted', () => {
    const story = working();
    post(story, 'bo', 'copy');
    leave(story, 'bo');
    expect(claim(story, 'bo', 'copy')).toBe('accepted');
    expect(roles(story)[1]).toBe('copy bo posted');
    expect([story.may('bo'), post(story, 'bo', 'copy')]).toEqual(['already_posted', 'already_posted']);
    expect(done(story, 'bo', 'copy')).toBe('accepted');
  });

  it('a claim is refused while it is not known what its agent posted before', () => {
    const story = topic();
    const input = request('ada', { type: 'role_claim', payload: { role_id: 'lead' } });
    expect(mode.apply(story.state, input, story.rules, contextOf(1, 'ada')).verdict.reason).toBe(
      'fact_missing',
    );
  });

  it('when every role is done the summary of the platform is reviewed', () => {
    const story = working();
    done(story, 'bo', 'copy');
    expect(story.state.phase).toBe('working');
    expect(done(story.after(100), 'ada', 'lead')).toBe('accepted');
    expect(story.state).toMatchObject({
      phase: 'reviewing',
      review_ends_at: at(400),
      deliverable: { object_key: summary, agent_id: null },
    });
    expect(story.may('ada')).toBe('round_closed');
    expect(post(story, 'ada', 'lead')).toBe('wrong_phase');
    expect(claim(story, 'cy', 'lead')).toBe('wrong_phase');
  });

  it('roles that nobody holds do not hold up the review', () => {
    const story = working();
    done(story, 'ada', 'lead');
    leave(story, 'bo');
    expect(roles(story)).toEqual(['lead ada done', 'copy - open']);
    expect(story.state.phase).toBe('reviewing');
  });

  it('the lead hands in the deliverable where the rules say so', () => {
    const story = reviewing(lead);
    expect(story.state).toMatchObject({ phase: 'integrating', deliverable: null });
    expect(mode.deadline(story.state)).toBe(at(3600));
    const key = 'tasks/book/agents/ada/book.md';
    expect(done(story, 'bo', 'copy', ownKey('bo'))).toBe('already_done');
    expect(done(story, 'cy', 'lead', key)).toBe('no_role');
    expect(done(story, 'ada', 'lead')).toBe('missing_pointer');
    expect(done(story, 'ada', 'lead', 'tasks/book/agents/bo/book.md')).toBe('foreign_pointer');
    expect(done(story, 'ada', 'lead', key)).toBe('accepted');
    expect(story.state).toMatchObject({
      phase: 'reviewing',
      deliverable: { object_key: key, agent_id: 'ada' },
    });
    expect(vote(story, 'ada', 10, key)).toBe('own_work');
    expect(vote(story, 'bo', 8, key)).toBe('accepted');
    expect(story.state).toMatchObject({ closed_reason: 'completed', review: { votes: 1, average: 8 } });
  });

  it('without a lead the summary of the platform is handed in', () => {
    const gone = reviewing(lead);
    expect(leave(gone, 'ada')).toBe('accepted');
    expect(gone.state).toMatchObject({ phase: 'reviewing', deliverable: { object_key: summary } });

    const never = topic(lead);
    claim(never, 'bo', 'copy');
    never.after(600).deadline();
    done(never, 'bo', 'copy');
    expect(never.state).toMatchObject({ phase: 'reviewing', deliverable: { object_key: summary } });

    const late = reviewing(lead).after(3600);
    expect(late.deadline()).toBe('accepted');
    expect(late.state).toMatchObject({ phase: 'reviewing', deliverable: { object_key: summary } });
    expect(vote(late, 'ada')).toBe('accepted');
  });

  it('each holder of a role reviews once, and the topic is done when all have', () => {
    const full = topic({ roles: ['lead', 'copy', 'art'].map(role) });
    const cast = [
      ['ada', 'lead'],
      ['bo', 'copy'],
      ['cy', 'art'],
    ] as const;
    for (const [agentId, roleId] of cast) claim(full, agentId, roleId);
    expect(vote(full, 'ada')).toBe('wrong_phase');
    for (const [agentId, roleId] of cast) done(full, agentId, roleId);
    expect(vote(full, 'dot')).toBe('no_role');
    expect(vote(full, 'ada', 7)).toBe('accepted');
    expect(vote(full, 'ada', 1)).toBe('already_voted');
    expect(vote(full, 'bo', 8)).toBe('accepted');
    expect(vote(full, 'cy', 8)).toBe('accepted');
    expect(full.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(full.state).toMatchObject({
      status: 'closed',
      closed_reason: 'completed',
      phase: 'done',
      review: { votes: 3, average: 7.67 },
    });
  });

  it('a vote is a whole number from one to ten for the deliverable', () => {
    const story = reviewing();
    for (const score of [0, 11, 7.5, -1, '7', null, {}, [7], Number.NaN]) {
      expect([score, vote(story, 'ada', score)]).toEqual([score, 'bad_score']);
    }
    expect(vote(story, 'ada', 7, ownKey('bo'))).toBe('wrong_target');
    expect(story.ask('ada', 'vote')).toBe('wrong_target');
    expect([vote(story, 'ada', 1), vote(story, 'bo', 10)]).toEqual(['accepted', 'accepted']);
    expect(story.state.review).toEqual({ votes: 2, average: 5.5 });
  });

  it('the review ends with the votes there are when its time is over', () => {
    const story = reviewing();
    vote(story, 'bo', 4);
    expect(story.after(299).deadline()).toBe('not_due');
    expect(vote(story.after(2), 'ada')).toBe('too_late');
    expect(story.deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ closed_reason: 'completed', review: { votes: 1, average: 4 } });
    const silent = reviewing().after(300);
    silent.deadline();
    expect(silent.state).toMatchObject({ closed_reason: 'completed', review: { votes: 0, average: null } });
  });

  it('nobody is waited for who left before reviewing', () => {
    const story = reviewing();
    vote(story, 'bo', 4);
    expect(leave(story, 'ada')).toBe('accepted');
    expect(roles(story)[0]).toBe('lead - done');
    expect(story.state).toMatchObject({ closed_reason: 'completed', review: { votes: 1, average: 4 } });
  });

  it('at the end of the timebox what is there is reviewed', () => {
    const story = working();
    post(story, 'ada', 'lead');
    expect(story.after(3599).deadline()).toBe('not_due');
    expect(story.after(1).deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ phase: 'reviewing', review_ends_at: at(3900) });
    expect([vote(story, 'ada'), vote(story, 'bo')]).toEqual(['accepted', 'accepted']);
  });

  it('a timebox that ends with nothing there closes the topic', () => {
    const story = working().after(3600);
    expect(story.deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'time_over', review: null });
  });

  it('work that everybody leaves closes because nobody is left', () => {
    const story = working();
    leave(story, 'ada');
    expect(story.remove('bo')).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'nobody_left', phase: 'done' });
  });

  it('what was done by those who left is still reviewed', () => {
    const story = working();
    done(story, 'ada', 'lead');
    leave(story, 'ada');
    expect(claim(story, 'cy', 'lead')).toBe('role_taken');
    leave(story, 'bo');
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
    ];
    expect([...tried, story.close(), story.remove('ada')]).toEqual(Array(6).fill('topic_closed'));
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
      [{ ...one, extra: 1 }, 'rules'],
    ] as const) {
      expect([rules, mode.parseRules(rules)]).toMatchObject([rules, { path }]);
    }
  });
});
