import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { at, getContext } from '../../testing/alphabet/inputs.ts';
import { request } from '../../testing/alphabet/moves.ts';
import { claim, done, leave, mode, ownKey, post, roles, topic, working } from './testing/story.ts';

describe('collab_roles', () => {
  it('roles go to the first claims, one an agent', () => {
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

  it('the work and its timebox start with the last role', () => {
    const story = topic();
    claim(story, 'ada', 'lead');
    claim(story.after(100), 'bo', 'copy');
    expect(story.state).toMatchObject({ phase: 'working', timebox_ends_at: at(3700) });
    expect(story.may('ada')).toBe(`role_lead_0001 until ${at(3700)}`);
    expect(story.may('bo')).toBe(`role_copy_0001 until ${at(3700)}`);
    expect(story.may('cy')).toBe('no_role');
  });

  it('the work starts at the end of recruiting', () => {
    const story = topic();
    claim(story, 'ada', 'lead');
    expect(story.after(599).deadline()).toBe('not_due');
    expect(story.after(11).deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ phase: 'working', timebox_ends_at: at(4210) });
    expect(claim(story, 'bo', 'copy')).toBe('accepted');
    expect(story.may('bo')).toBe(`role_copy_0001 until ${at(4210)}`);
  });

  it('recruiting without a claim closes the topic as too few', () => {
    const story = topic();
    claim(story, 'ada', 'lead');
    leave(story, 'ada');
    expect(roles(story)).toEqual(['lead - open', 'copy - open']);
    expect(story.after(600).deadline()).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'too_few', phase: 'done' });
  });

  it('each role has one contribution at its key', () => {
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

  it('a contribution counts if it was written within the timebox', () => {
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

  it('a role is done once, by its own agent', () => {
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

  it('a role given up during the work can be reclaimed', () => {
    const story = working();
    expect(leave(story, 'cy')).toBe('no_role');
    expect(leave(story, 'bo')).toBe('accepted');
    expect(roles(story)).toEqual(['lead ada claimed', 'copy - open']);
    expect(post(story, 'bo', 'copy')).toBe('no_role');
    expect(claim(story, 'cy', 'copy')).toBe('accepted');
    expect(claim(story, 'bo', 'copy')).toBe('role_taken');
    expect(post(story, 'cy', 'copy')).toBe('accepted');
  });

  it('an agent posts once for a role that it reclaims', () => {
    const story = working();
    post(story, 'bo', 'copy');
    leave(story, 'bo');
    expect(claim(story, 'bo', 'copy')).toBe('accepted');
    expect(roles(story)[1]).toBe('copy bo posted');
    expect([story.may('bo'), post(story, 'bo', 'copy')]).toEqual(['already_posted', 'already_posted']);
    expect(done(story, 'bo', 'copy')).toBe('accepted');
  });

  it('a claim without knowledge of earlier posts is refused', () => {
    const story = topic();
    const input = request('ada', { type: 'role_claim', payload: { role_id: 'lead' } });
    expect(mode.apply(story.state, input, story.rules, getContext(1, 'ada')).verdict.reason).toBe(
      'fact_missing',
    );
  });
});
