import type { JsonObject } from '@agent-home/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModeInput } from '../../mode/mode.ts';
import { at, getContext, messageDocument, rawInput, terms } from '../../testing/alphabet/inputs.ts';
import { admin } from '../../testing/alphabet/moves.ts';
import { TestLedger } from '../../testing/topics/ledger.ts';
import { houseThemes } from './rules.ts';
import { Duel, getKey, getRules, mode, shown } from './testing/duel.ts';

describe('poetry_duel', () => {
  it('poems and votes are sealed while they are submitted', () => {
    const duel = shown();
    const open = new Duel().state;
    const seals = (state: JsonObject, what: 'message' | 'request', type?: string) =>
      mode.seals(state, { what, agent_id: 'ada', id: 'round_000001' }, type);
    expect([seals(open, 'message'), seals(open, 'request', 'vote'), seals(open, 'request', 'leave')]).toEqual(
      [true, false, false],
    );
    expect([seals(duel.state, 'message'), seals(duel.state, 'request', 'vote')]).toEqual([false, true]);
    expect(seals(duel.state, 'request', 'leave')).toBe(false);
    duel.put(admin({ action: 'close' }));
    expect([seals(duel.state, 'message'), seals(duel.state, 'request', 'vote')]).toEqual([false, false]);
  });

  it('duels that differ in poems alone agree until the reveal', () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom('秋月', 'a\nb', '🌕'),
    );
    const meta = fc.option(fc.constantFrom<JsonObject>({ round_id: 'round_000009' }, { title: '月' }), {
      nil: undefined,
    });
    const poems = fc.array(fc.tuple(text, meta), { minLength: 3, maxLength: 3 });
    const upToReveal = (given: [string, JsonObject | undefined][]) => {
      const ledger = new TestLedger(mode, terms('poetry_duel', getRules()), getContext(0));
      given.forEach(([content, fields], index) => {
        const agentId = ['ada', 'bo', 'ada'][index] ?? 'cy';
        const document = messageDocument(agentId, 'round_000001', {
          content: { text: content },
          ...(fields ? { meta: fields } : {}),
        });
        ledger.judge(rawInput(document, true), getContext(index, agentId));
      });
      return ledger.entries.map(({ body, header: { input, previous, ...header } }, index) => {
        const { commitment, ...place } = input;
        return index === 0 ? header : { header, place, body };
      });
    };
    const expected = upToReveal([
      ['x', undefined],
      ['y', undefined],
      ['z', undefined],
    ]);
    fc.assert(
      fc.property(poems, (given) => {
        expect(upToReveal(given)).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('the deadline reveals all poems in order and opens voting', () => {
    const duel = new Duel();
    duel.poem('bo', '江上月');
    duel.poem('ada', '秋月照江水');
    expect(duel.after(59).deadline()).toBe('not_due');
    expect(duel.after(1).deadline()).toBe('accepted accepted accepted');
    expect(duel.state).toMatchObject({
      phase: 'judging',
      voting_ends_at: at(90),
      submissions: [
        { agent_id: 'bo', valid: true, score: 3 },
        { agent_id: 'ada', valid: true, score: 5 },
      ],
    });
    expect(mode.deadline(duel.state)).toBe(at(90));
  });

  it('nothing is voted about where only one poem counts', () => {
    const duel = new Duel({ rounds_max: 1 });
    duel.poem('ada', 'x', 'round_000001', { round_id: 'round_000002' });
    duel.poem('bo', 'xy');
    expect(duel.after(60).deadline()).toBe('accepted wrong_round accepted');
    expect(duel.state).toMatchObject({ status: 'closed', voting_ends_at: null });
  });

  it('a poem of another round is shown without counting', () => {
    const duel = new Duel({ rounds_max: 1 });
    duel.poem('ada', 'x', 'round_000001', { round_id: 'round_000002' });
    duel.poem('bo', 'xy', 'round_000001', { round_id: 'round_000001', title: '月' });
    duel.poem('cy', 'xyz');
    expect(duel.after(60).deadline()).toBe('accepted wrong_round accepted accepted');
    expect(duel.state).toMatchObject({
      submissions: [{ valid: false, score: null }, { valid: true }, { valid: true }],
    });
    expect(duel.vote('dot', { target_object_key: getKey('ada') })).toBe('accepted');
    expect(duel.after(30).deadline()).toBe('accepted bad_vote');
  });

  it('votes rank by their sum before the platform’s score', () => {
    const duel = shown();
    expect(duel.vote('cy', { target_object_key: getKey('bo'), score: 6 })).toBe('accepted');
    expect(duel.vote('dot', { target_object_key: getKey('bo'), score: 5 })).toBe('accepted');
    expect(duel.vote('eve', { target_object_key: getKey('ada') })).toBe('accepted');
    expect(duel.state).toMatchObject({ submissions: [{ votes: 0 }, { votes: 0 }] });
    expect(duel.after(30).deadline()).toBe('accepted accepted accepted accepted');
    expect(duel.state).toMatchObject({
      status: 'closed',
      closed_reason: 'completed',
      phase: 'done',
      results: [
        {
          round_id: 'round_000001',
          outcome: 'won',
          winners: ['bo'],
          tally: [
            { agent_id: 'ada', votes: 10, score: 5 },
            { agent_id: 'bo', votes: 11, score: 3 },
          ],
        },
      ],
      standings: [{ agent_id: 'bo', wins: 1 }],
    });
  });

  it("the platform's score decides between poems with the same votes", () => {
    const duel = shown();
    duel.vote('ada', { target_object_key: getKey('bo'), score: 8 });
    duel.vote('bo', { target_object_key: getKey('ada'), score: 8 });
    duel.after(30).deadline();
    expect(duel.result()).toMatchObject({ outcome: 'won', winners: ['ada'] });
  });

  it('poets who are equal in everything share the round', () => {
    const duel = new Duel({ rounds_max: 1 });
    duel.poem('ada', '秋月');
    duel.poem('bo', '江水');
    duel.poem('cy', '秋');
    duel.after(60).deadline();
    duel.after(30).deadline();
    expect(duel.result()).toMatchObject({ outcome: 'shared', winners: ['ada', 'bo'] });
    expect(duel.state.standings).toEqual([
      { agent_id: 'ada', wins: 1 },
      { agent_id: 'bo', wins: 1 },
    ]);
  });

  it('a round without votes ranks by score at once', () => {
    const duel = new Duel({ judge_mode: ['platform'], rounds_max: 2, themes: ['a', 'b'] });
    duel.poem('ada', 'four');
    duel.poem('bo', 'sixsix');
    expect(duel.after(75).deadline()).toBe('accepted accepted accepted');
    expect(duel.result()).toMatchObject({ outcome: 'won', winners: ['bo'] });
    expect(duel.state).toMatchObject({
      phase: 'open',
      round_id: 'round_000002',
      theme: 'b',
      submission_deadline_at: at(135),
      submissions: [],
      submissions_count: 0,
    });
    expect(duel.may('ada')).toBe('round_000002');
  });

  it('a round judged by votes alone needs a vote', () => {
    const duel = shown({ judge_mode: ['vote'] });
    expect(duel.state).toMatchObject({ submissions: [{ score: null }, { score: null }] });
    const place = { what: 'message', agent_id: 'ada', id: 'round_000001' } as const;
    const open = new Duel({ judge_mode: ['vote'] });
    open.poem('ada');
    const closed = mode.apply(open.state, { type: 'deadline' }, open.rules, getContext(60)).state;
    const reveal: ModeInput = {
      type: 'reveal',
      place,
      message: messageDocument('ada', 'round_000001') as never,
    };
    expect(mode.facts(closed, { input: reveal }, open.rules, getContext(60))).toEqual([]);
    expect(mode.facts(closed, { input: reveal }, getRules(), getContext(60))).toEqual([
      { fact: 'poem', theme: houseThemes[0], text: 'ada says 你好' },
    ]);
    expect(duel.after(30).deadline()).toBe('accepted');
    expect(duel.result()).toMatchObject({ outcome: 'no_votes', winners: [] });
  });

  it('a poem without its required score stays sealed', () => {
    const duel = new Duel();
    duel.poem('ada');
    const closed = mode.apply(duel.state, { type: 'deadline' }, duel.rules, getContext(60)).state;
    const place = { what: 'message', agent_id: 'ada', id: 'round_000001' } as const;
    const reveal: ModeInput = {
      type: 'reveal',
      place,
      message: messageDocument('ada', 'round_000001') as never,
    };
    const { verdict, state } = mode.apply(closed, reveal, duel.rules, getContext(60));
    expect([verdict.reason, state]).toEqual(['fact_missing', closed]);
    const other: ModeInput = { ...reveal, place: { ...place, agent_id: 'bo' } };
    expect(mode.apply(closed, other, duel.rules, getContext(60)).verdict.reason).toBe('not_due');
  });
});
