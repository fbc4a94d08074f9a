import { describe, expect, it } from 'vitest';
import { at, getContext } from '../../testing/alphabet/inputs.ts';
import { request } from '../../testing/alphabet/moves.ts';
import {
  claim,
  done,
  handIn,
  integrating,
  lead,
  leave,
  mode,
  ownKey,
  post,
  reviewing,
  role,
  roles,
  summary,
  summaryHash,
  topic,
  vote,
  working,
} from './testing/story.ts';

describe('collab_roles', () => {
  it('finished roles are integrated, and the summary is then reviewed', () => {
    const story = working();
    done(story, 'bo', 'copy');
    expect(story.state.phase).toBe('working');
    expect(done(story.after(100), 'ada', 'lead')).toBe('accepted');
    expect(story.state).toMatchObject({ phase: 'integrating', deliverable: null, review_ends_at: null });
    expect([mode.summary(story.state), mode.deadline(story.state)]).toEqual(['awaited', at(220)]);
    expect([story.may('ada'), post(story, 'ada', 'lead')]).toEqual(['round_closed', 'wrong_phase']);
    expect(claim(story, 'cy', 'lead')).toBe('wrong_phase');
    expect(done(story, 'ada', 'lead', ownKey('ada'))).toBe('already_done');
    expect(handIn(story.after(20))).toBe('accepted');
    expect(story.state).toMatchObject({
      phase: 'reviewing',
      review_ends_at: at(420),
      deliverable: { object_key: summary, sha256: summaryHash, agent_id: null },
    });
    expect(mode.summary(story.state)).toBe('reviewed');
    expect(handIn(story)).toBe('not_due');
  });

  it('votes before the deliverable are refused', () => {
    const story = integrating();
    expect(vote(story, 'ada')).toBe('nothing_to_review');
    expect(handIn(story, 'topics/t2/summary.json')).toBe('wrong_target');
    expect(vote(story, 'ada')).toBe('nothing_to_review');
    handIn(story);
    expect(vote(story, 'ada')).toBe('accepted');
    expect(vote(integrating(lead), 'bo', 7, ownKey('ada'))).toBe('nothing_to_review');
  });

  it('a summary that never comes leaves nothing to review', () => {
    const story = integrating();
    expect(story.after(119).deadline()).toBe('not_due');
    expect(story.after(1).deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ closed_reason: 'nothing_to_review', phase: 'done', review: null });
    expect(mode.summary(story.state)).toBeUndefined();
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
  });

  it('roles without a holder do not delay the review', () => {
    const story = working();
    done(story, 'ada', 'lead');
    leave(story, 'bo');
    expect(roles(story)).toEqual(['lead ada done', 'copy - open']);
    expect(story.state.phase).toBe('integrating');
    handIn(story);
    expect(story.state.phase).toBe('reviewing');
  });

  it('the lead hands in the deliverable under its rule', () => {
    const story = integrating(lead);
    expect(story.state).toMatchObject({ phase: 'integrating', deliverable: null, integration_ends_at: null });
    expect([mode.deadline(story.state), mode.summary(story.state)]).toEqual([at(3600), undefined]);
    expect(handIn(story)).toBe('not_due');
    const key = 'tasks/book/agents/ada/book.md';
    expect(done(story, 'bo', 'copy', ownKey('bo'))).toBe('already_done');
    expect(done(story, 'cy', 'lead', key)).toBe('no_role');
    expect(done(story, 'ada', 'lead')).toBe('missing_pointer');
    expect(done(story, 'ada', 'lead', 'tasks/book/agents/bo/book.md')).toBe('foreign_pointer');
    expect(done(story, 'ada', 'lead', 'tasks/nothing/agents/ada/book.md')).toBe('nothing_to_review');
    expect(done(story, 'ada', 'lead', key)).toBe('accepted');
    expect(story.state).toMatchObject({
      phase: 'reviewing',
      deliverable: { object_key: key, sha256: 'cd'.repeat(32), agent_id: 'ada' },
    });
    expect(mode.summary(story.state)).toBeUndefined();
    expect(vote(story, 'ada', 10, key)).toBe('own_work');
    expect(vote(story, 'bo', 8, key)).toBe('accepted');
    expect(story.state).toMatchObject({ closed_reason: 'completed', review: { votes: 1, average: 8 } });
  });

  it('a lead’s pointer to an unknown target is refused', () => {
    const { state, rules } = integrating(lead);
    const payload = { role_id: 'lead', object_key: ownKey('ada') };
    const input = request('ada', { type: 'role_done', payload });
    expect(mode.apply(state, input, rules, getContext(1, 'ada')).verdict.reason).toBe('fact_missing');
  });

  it('the platform’s summary replaces a missing lead’s work', () => {
    const gone = integrating(lead);
    expect(leave(gone, 'ada')).toBe('accepted');

    const never = topic(lead);
    claim(never, 'bo', 'copy');
    never.after(600).deadline();
    done(never, 'bo', 'copy');

    const late = integrating(lead).after(3600);
    expect(late.deadline()).toBe('accepted');
    for (const story of [gone, never, late]) {
      expect(mode.summary(story.state)).toBe('awaited');
      expect(handIn(story)).toBe('accepted');
      expect(story.state).toMatchObject({ phase: 'reviewing', deliverable: { object_key: summary } });
    }
    expect(vote(late, 'ada')).toBe('accepted');
  });

  it('each role holder reviews once, and the topic ends', () => {
    const full = topic({ roles: ['lead', 'copy', 'art'].map(role) });
    const cast = [
      ['ada', 'lead'],
      ['bo', 'copy'],
      ['cy', 'art'],
    ] as const;
    for (const [agentId, roleId] of cast) claim(full, agentId, roleId);
    expect(vote(full, 'ada')).toBe('wrong_phase');
    for (const [agentId, roleId] of cast) done(full, agentId, roleId);
    handIn(full);
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

  it('a vote is a whole number from one to ten', () => {
    const story = reviewing();
    for (const score of [0, 11, 7.5, -1, '7', null, {}, [7], Number.NaN]) {
      expect([score, vote(story, 'ada', score)]).toEqual([score, 'bad_score']);
    }
    expect(vote(story, 'ada', 7, ownKey('bo'))).toBe('wrong_target');
    expect(story.ask('ada', 'vote')).toBe('wrong_target');
    const named = { target_object_key: summary, score: 1, target_sha256: summaryHash };
    expect(story.ask('ada', 'vote', { ...named, target_sha256: 'cd'.repeat(32) })).toBe('wrong_target');
    expect([story.ask('ada', 'vote', named), vote(story, 'bo', 10)]).toEqual(['accepted', 'accepted']);
    expect(story.state.review).toEqual({ votes: 2, average: 5.5 });
  });

  it('a vote without a score counts outside the average', () => {
    const story = reviewing();
    expect(story.ask('ada', 'vote', { target_object_key: summary })).toBe('accepted');
    expect(story.state.votes).toEqual([{ agent_id: 'ada', score: null }]);
    vote(story, 'bo', 4);
    expect(story.state.review).toEqual({ votes: 2, average: 4 });
    const silent = reviewing();
    for (const agentId of ['ada', 'bo']) silent.ask(agentId, 'vote', { target_object_key: summary });
    expect(silent.state.review).toEqual({ votes: 2, average: null });
  });

  it('the review ends at its time with given votes', () => {
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
});
