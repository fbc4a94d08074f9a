import { describe, expect, it } from 'vitest';
import type { ProposalFact } from '../../mode/facts.ts';
import { at, getContext } from '../../testing/alphabet/inputs.ts';
import { request } from '../../testing/alphabet/moves.ts';
import {
  Checkin,
  collectDecisions,
  fine,
  getKey,
  mode,
  newTopic,
  olderTopic,
  voted,
} from './testing/checkin.ts';

describe('the proposal box', () => {
  it('a proposal for votes names number, window and key', () => {
    const topic = new Checkin(voted);
    const { verdict, decisions } = topic.propose('ada', { title: 'x' });
    expect(verdict).toBe('accepted');
    expect(decisions).toEqual([
      {
        agent_id: 'ada',
        request_id: 'r000001',
        request_type: 'propose_topic',
        outcome: 'needs_votes',
        reason_code: 'needs_votes',
        votes: {
          required: 2,
          current: 0,
          vote_window_ends_at: at(60),
          vote_target_object_key: getKey('ada'),
        },
      },
    ]);
    expect(topic.state).toMatchObject({
      proposals: [{ agent_id: 'ada', votes: 0, vote_window_ends_at: at(60) }],
    });
    expect(mode.deadline(topic.state)).toBe(at(60));
  });

  it('each vote gives a decision, and the last decides', () => {
    const topic = new Checkin(voted);
    topic.propose('ada', { title: ' x ' });
    expect(topic.vote('bo', getKey('ada'))).toMatchObject({
      verdict: 'accepted',
      decisions: [{ agent_id: 'ada', outcome: 'needs_votes', votes: { required: 2, current: 1 } }],
    });
    expect(topic.asked).toEqual(['records']);
    expect(topic.vote('cy', getKey('ada'))).toMatchObject({
      verdict: 'accepted',
      decisions: [
        {
          agent_id: 'ada',
          request_id: 'r000001',
          outcome: 'accepted',
          created: newTopic,
          payload: { title: 'x', mode: 'freeform', visibility: 'public' },
        },
      ],
    });
    expect(topic.asked).toEqual(['records', 'proposal']);
    expect([topic.state.proposals, mode.deadline(topic.state)]).toEqual([[], undefined]);
  });

  it('the platform has the last word also after the votes', () => {
    const words: [Partial<ProposalFact>, string][] = [
      [{ duplicate: olderTopic }, 'duplicate'],
      [{ safe: false }, 'unsafe'],
      [{ eligible: false }, 'not_eligible'],
      [{ within_budget: false }, 'budget_exceeded'],
    ];
    for (const [word, reason] of words) {
      const topic = new Checkin(voted);
      topic.propose('ada', { title: 'x' });
      topic.vote('bo', getKey('ada'));
      topic.word = { ...fine, ...word };
      const { verdict, decisions } = topic.vote('cy', getKey('ada'));
      expect([verdict, decisions.length]).toEqual(['accepted', 1]);
      expect(decisions).toMatchObject([{ agent_id: 'ada', outcome: 'rejected', reason_code: reason }]);
      expect(topic.state.proposals).toEqual([]);
    }
  });

  it('a repeated, own, unknown or late vote is refused', () => {
    const topic = new Checkin({ ...voted, proposal_votes_required: 3 });
    topic.propose('ada', { title: 'x' });
    topic.vote('bo', getKey('ada'));
    const cases: [voter: string, target: unknown, reason: string][] = [
      ['bo', getKey('ada'), 'already_voted'],
      ['ada', getKey('ada'), 'own_proposal'],
      ['cy', getKey('ada', 'r000002'), 'unknown_target'],
      ['cy', 'topics/t2/requests/ada/r000001.json', 'unknown_target'],
      ['cy', null, 'unknown_target'],
      ['cy', { key: getKey('ada') }, 'unknown_target'],
    ];
    for (const [voter, target, reason] of cases) {
      expect([target, topic.vote(voter, target)]).toEqual([target, { verdict: reason, decisions: [] }]);
    }
    expect(topic.put(request('cy', { type: 'vote' }))).toBe('unknown_target');
    topic.after(90);
    expect(topic.vote('cy', getKey('ada')).verdict).toBe('too_late');
    expect(topic.vote('cy', getKey('ada'), 60).verdict).toBe('accepted');
    expect(topic.state).toMatchObject({ proposals: [{ votes: 2 }] });
  });

  it('a second vote of the same voter needs no fact', () => {
    const topic = new Checkin(voted);
    topic.propose('ada', { title: 'x' });
    topic.vote('bo', getKey('ada'));
    expect(topic.vote('bo', getKey('ada')).verdict).toBe('already_voted');
    expect(topic.asked).toEqual(['records']);
  });

  it('a last vote that cannot be weighed stays usable', () => {
    const topic = new Checkin({ ...voted, proposal_votes_required: 1 });
    topic.propose('ada', { title: 'x' });
    const vote = request('bo', { type: 'vote', payload: { target_object_key: getKey('ada') } }, 'r000050');
    for (const context of [
      getContext(1, 'bo'),
      { ...getContext(1, 'bo'), records: { 'vote/bo/ada/r000001': null } },
    ]) {
      expect(mode.apply(topic.state, vote, topic.rules, context).verdict.reason).toBe('fact_missing');
    }
    expect(topic.vote('bo', getKey('ada')).verdict).toBe('accepted');
  });

  it('expired proposals without enough votes are decided one by one', () => {
    const topic = new Checkin(voted);
    topic.propose('ada', { title: 'x' });
    topic.after(10).propose('bo', { title: 'y' });
    topic.vote('cy', getKey('ada'));
    expect(topic.after(49).put({ type: 'deadline' })).toBe('not_due');
    topic.after(60);
    for (const author of ['ada', 'bo']) {
      const { verdict, effects } = topic.apply({ type: 'deadline' });
      expect([verdict.outcome, collectDecisions(effects)]).toMatchObject([
        'accepted',
        [{ agent_id: author, outcome: 'rejected', reason_code: 'votes_missing' }],
      ]);
    }
    expect([topic.put({ type: 'deadline' }), topic.state.proposals]).toEqual(['not_due', []]);
  });

  it('waiting proposals are limited by the rules', () => {
    const topic = new Checkin({ ...voted, pending_proposals_max: 1 });
    topic.propose('ada', { title: 'x' });
    expect(topic.propose('bo', { title: 'y' })).toMatchObject({
      verdict: 'too_many_pending',
      decisions: [{ agent_id: 'bo', outcome: 'rejected', reason_code: 'too_many_pending' }],
    });
    expect(topic.asked).toEqual(['modes_offered', 'local_day', 'records']);
  });
});
