import type { JsonObject } from '@agent-home/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getContext } from '../../testing/alphabet/inputs.ts';
import { request } from '../../testing/alphabet/moves.ts';
import { Duel, getKey, getRules, mode, shown } from './testing/duel.ts';

describe('poetry_duel', () => {
  it('several poems of one poet add their votes', () => {
    const duel = new Duel({ rounds_max: 1, max_submissions_per_round: 3 });
    duel.poem('ada', 'seven..');
    duel.poem('ada', 'two', 'round_000001_02');
    duel.poem('ada', 'nine.....', 'round_000001_03');
    duel.poem('bo', 'ten.......');
    duel.after(60).deadline();
    duel.vote('cy', { target_object_key: getKey('ada'), score: 3 });
    duel.vote('dot', { target_object_key: getKey('ada', 'round_000001_02'), score: 4 });
    duel.vote('eve', { target_object_key: getKey('bo'), score: 6 });
    duel.after(30).deadline();
    expect(duel.result()).toMatchObject({
      winners: ['ada'],
      tally: [
        { agent_id: 'ada', votes: 7, score: 9 },
        { agent_id: 'bo', votes: 6, score: 10 },
      ],
    });
  });

  it('a voter has one sealed vote a round', () => {
    const duel = shown();
    expect(duel.vote('cy', { target_object_key: 'nonsense' })).toBe('accepted');
    expect(duel.vote('cy', { target_object_key: getKey('bo') })).toBe('already_voted');
    expect(duel.after(30).deadline()).toBe('accepted bad_vote');
  });

  const badVotes: [voter: string, payload: JsonObject][] = [
    ['ada', { target_object_key: getKey('ada') }],
    ['cy', { target_object_key: getKey('dot') }],
    ['cy', { target_object_key: getKey('ada', 'round_000002') }],
    ['cy', { target_object_key: `topics/t2/messages/ada/round_000001.json` }],
    ['cy', { target_object_key: [getKey('ada')] }],
    ['cy', {}],
    ['cy', { target_object_key: getKey('ada'), score: 0 }],
    ['cy', { target_object_key: getKey('ada'), score: 11 }],
    ['cy', { target_object_key: getKey('ada'), score: 1.5 }],
    ['cy', { target_object_key: getKey('ada'), score: '10' }],
    ['cy', { target_object_key: getKey('ada'), score: null }],
  ];
  it('an own, unknown or out-of-range vote does not count', () => {
    for (const [voter, payload] of badVotes) {
      const duel = shown();
      duel.vote(voter, payload);
      expect([payload, duel.after(30).deadline()]).toEqual([payload, 'accepted bad_vote']);
      expect(duel.result()).toMatchObject({ tally: [{ votes: 0 }, { votes: 0 }] });
    }
  });

  it('any opened vote continues the duel', () => {
    const payload = fc.oneof(
      fc.dictionary(fc.constantFrom('target_object_key', 'score', '__proto__'), fc.jsonValue()),
      fc.record({ target_object_key: fc.constant(getKey('ada')), score: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(payload, (given) => {
        const duel = shown();
        duel.vote('cy', given as JsonObject);
        expect(duel.after(30).deadline()).toMatch(/^accepted (accepted|bad_vote)$/);
        expect(duel.state.status).toBe('closed');
      }),
      { numRuns: 200 },
    );
  });

  it('a vote without a payload does not count either', () => {
    const duel = shown();
    expect(duel.put(request('cy', { type: 'vote' }))).toBe('accepted');
    expect(duel.after(30).deadline()).toBe('accepted bad_vote');
  });

  it('votes count from the reveal to the voting’s end', () => {
    const early = new Duel();
    early.poem('ada');
    expect(early.vote('cy', { target_object_key: getKey('ada') })).toBe('voting_closed');
    const duel = shown();
    expect(duel.after(30).vote('cy', { target_object_key: getKey('ada') })).toBe('accepted');
    expect(duel.after(1).vote('dot', { target_object_key: getKey('ada') })).toBe('too_late');
  });

  it('a round takes two hundred votes and no more', () => {
    let { state } = shown().topic;
    const rules = getRules({ rounds_max: 1 });
    const cast = (index: number) => {
      const place = { what: 'request', agent_id: `voter-${index}`, id: 'r000001' } as const;
      return mode.apply(state, { type: 'sealed', place, request_type: 'vote' }, rules, getContext(61));
    };
    for (let index = 0; index < 200; index++) state = cast(index).state;
    expect(cast(200).verdict).toMatchObject({ outcome: 'rejected', reason: 'votes_full' });
    expect((state.votes as unknown[]).length).toBe(200);
  });
});
