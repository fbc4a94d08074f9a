import { describe, expect, it } from 'vitest';
import { at } from '../../testing/alphabet/inputs.ts';
import {
  claim,
  done,
  lead,
  leave,
  mode,
  ownKey,
  post,
  reviewing,
  role,
  roles,
  summary,
  topic,
  vote,
  working,
} from './testing/story.ts';

describe('collab_roles', () => {
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
});
