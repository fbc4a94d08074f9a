import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { ModeInput } from '../../mode/mode.ts';
import { facts, getContext, requestDocument } from '../../testing/alphabet/inputs.ts';
import { admin, request } from '../../testing/alphabet/moves.ts';
import { writable } from '../../testing/topics/topic-in-test.ts';
import { houseThemes } from './rules.ts';
import { Duel, getKey, mode, shown } from './testing/duel.ts';

describe('poetry_duel', () => {
  it('two rounds of too few poets end a duel', () => {
    const duel = new Duel({ rounds_max: 5 });
    duel.poem('ada');
    expect(duel.after(60).deadline()).toBe('accepted accepted');
    expect(duel.state).toMatchObject({ round_id: 'round_000002', phase: 'open' });
    expect(duel.result()).toMatchObject({ outcome: 'no_contest', winners: [], tally: [{ agent_id: 'ada' }] });
    duel.after(60).deadline();
    expect(duel.state).toMatchObject({
      status: 'closed',
      closed_reason: 'too_few',
      phase: 'done',
      standings: [],
    });
  });

  it('an empty round in between does not end the duel', () => {
    const duel = new Duel({ rounds_max: 3, judge_mode: ['platform'] });
    duel.after(60).deadline();
    duel.poem('ada');
    duel.poem('bo');
    duel.after(60).deadline();
    duel.after(60).deadline();
    expect(duel.state).toMatchObject({ closed_reason: 'completed' });
    expect((duel.state.results as JsonObject[]).map(({ outcome }) => outcome)).toEqual([
      'no_contest',
      'won',
      'no_contest',
    ]);
  });

  it('themes come in their order and over again', () => {
    const duel = new Duel({ rounds_max: 3, themes: ['春', '秋'], judge_mode: ['platform'] });
    for (const theme of ['春', '秋', '春']) {
      expect(duel.state.theme).toBe(theme);
      duel.poem('ada');
      duel.poem('bo');
      duel.after(60).deadline();
    }
    expect(duel.state).toMatchObject({ status: 'closed', closed_reason: 'completed' });
  });

  it('a leaving poet’s sealed poem is shown without counting', () => {
    const duel = new Duel({ max_submissions_per_round: 2, rounds_max: 1 });
    for (const agentId of ['ada', 'bo', 'cy']) duel.poem(agentId);
    expect(duel.leave('ada')).toBe('accepted');
    expect([duel.leave('ada'), duel.leave('dot')]).toEqual(['not_in_cast', 'not_in_cast']);
    expect([duel.may('ada'), duel.poem('ada', 'x', 'round_000001_02')]).toEqual([
      'round_closed',
      'round_closed',
    ]);
    expect(duel.after(60).deadline()).toBe('accepted removed accepted accepted');
    expect(duel.leave('bo')).toBe('not_in_cast');
    duel.after(30).deadline();
    expect(duel.result()).toMatchObject({ tally: [{ agent_id: 'bo' }, { agent_id: 'cy' }] });
  });

  it('neither poem nor vote of a removed agent counts', () => {
    const duel = new Duel({ rounds_max: 1 });
    for (const agentId of ['ada', 'bo', 'cy']) duel.poem(agentId);
    expect(duel.remove('cy')).toBe('accepted');
    expect(duel.after(60).deadline()).toBe('accepted accepted accepted removed');
    duel.vote('cy', { target_object_key: getKey('ada') });
    expect([duel.remove('cy'), duel.remove('nobody')]).toEqual(['accepted', 'accepted']);
    expect(duel.after(30).deadline()).toBe('accepted removed');
    expect(duel.result()).toMatchObject({ tally: [{ votes: 0 }, { votes: 0 }] });
  });

  it('a duel closed by an admin shows nothing more', () => {
    const duel = new Duel();
    duel.poem('ada');
    expect(duel.put(admin({ action: 'close' }))).toBe('accepted');
    expect(duel.state).toMatchObject({ status: 'closed', closed_reason: 'closed_by_admin', phase: 'done' });
    expect([mode.owed(duel.state), mode.deadline(duel.state), duel.may('bo')]).toEqual([
      undefined,
      undefined,
      'topic_closed',
    ]);
    expect(writable(mode, duel.rules, duel.topic, 'request', 'ada', 0)).toMatchObject({
      denied: 'topic_closed',
    });
    expect([duel.poem('bo'), duel.deadline(), duel.leave('ada')]).toEqual(Array(3).fill('topic_closed'));
  });

  it('a request that a duel has no use for is recorded as ignored', () => {
    const duel = new Duel();
    expect(duel.put(request('ada', { type: 'queue_join' }))).toBe('ignored');
    const sealed: ModeInput = {
      type: 'sealed',
      place: { what: 'request', agent_id: 'ada', id: 'r000001' },
      request_type: 'custom',
    };
    expect(mode.apply(duel.state, sealed, duel.rules, getContext(1)).verdict.reason).toBe('ignored');
    expect(
      mode.apply(duel.state, { type: 'reveal_secret', secret: '' }, duel.rules, getContext(1)).verdict.reason,
    ).toBe('ignored');
    expect(
      mode.writableRequests(duel.state, facts('ada', { last_request_number: 3 }), duel.rules, getContext(0)),
    ).toEqual({ ids: [{ id: 'r000004' }, { id: 'r000005' }, { id: 'r000006' }, { id: 'r000007' }] });
  });

  it('an opened vote is the one that was owed', () => {
    const duel = shown();
    duel.vote('cy', { target_object_key: getKey('ada') });
    const counting = mode.apply(duel.state, { type: 'deadline' }, duel.rules, getContext(90)).state;
    const document = requestDocument('dot', 'r000001', { type: 'vote' }) as never;
    const other: ModeInput = {
      type: 'reveal',
      place: { what: 'request', agent_id: 'dot', id: 'r000001' },
      request: document,
    };
    expect(mode.owed(counting)).toEqual({ reveal: { what: 'request', agent_id: 'cy', id: 'r000001' } });
    expect(mode.apply(counting, other, duel.rules, getContext(90)).verdict.reason).toBe('not_due');
    expect(mode.apply(counting, { type: 'deadline' }, duel.rules, getContext(99)).verdict.reason).toBe(
      'not_due',
    );
  });

  it('poetry_duel writes its default rules out', () => {
    expect(mode.parseRules({})).toEqual({
      rules: {
        rounds_max: 3,
        submission_deadline_seconds: 300,
        max_submissions_per_round: 1,
        judge_mode: ['platform', 'vote'],
        voting_seconds: 300,
        themes: houseThemes,
        min_participants: 2,
        max_participants: 12,
      },
    });
    expect(new Set(houseThemes).size).toBe(12);
  });

  const badRules: [rules: unknown, path: string][] = [
    [{ rounds_max: 0 }, 'rules.rounds_max'],
    [{ rounds_max: 11 }, 'rules.rounds_max'],
    [{ max_submissions_per_round: 6 }, 'rules.max_submissions_per_round'],
    [{ judge_mode: [] }, 'rules.judge_mode'],
    [{ judge_mode: 'platform|vote' }, 'rules.judge_mode'],
    [{ judge_mode: ['vote', 'vote'] }, 'rules.judge_mode'],
    [{ judge_mode: ['jury'] }, 'rules.judge_mode.0'],
    [{ themes: [] }, 'rules.themes'],
    [{ themes: ['  '] }, 'rules.themes.0'],
    [{ themes: Array(51).fill('x') }, 'rules.themes'],
    [{ min_participants: 1 }, 'rules.min_participants'],
    [{ min_participants: 3, max_participants: 2 }, 'rules.min_participants'],
    [{ voting_seconds: 0 }, 'rules.voting_seconds'],
    [{ submission_deadline_seconds: 1.5 }, 'rules.submission_deadline_seconds'],
    [{ rounds: 1 }, 'rules'],
  ];
  it('a bad duel rule is refused with its path', () => {
    for (const [rules, path] of badRules) {
      expect([rules, mode.parseRules(rules)]).toEqual([
        rules,
        { path, problem: expect.stringMatching(/\S/) },
      ]);
    }
  });
});
