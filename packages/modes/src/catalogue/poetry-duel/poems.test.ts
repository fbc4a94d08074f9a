import { describe, expect, it } from 'vitest';
import type { ModeContext, ModeInput } from '../../mode/mode.ts';
import { at, getContext } from '../../testing/alphabet/inputs.ts';
import { writable } from '../../testing/topics/topic-in-test.ts';
import { Duel, getRules, mode, shown } from './testing/duel.ts';

describe('poetry_duel', () => {
  it('a duel opens with a round, theme and deadline', () => {
    const duel = new Duel({ themes: ['秋月'] });
    expect(duel.state).toMatchObject({
      status: 'open',
      phase: 'open',
      round_id: 'round_000001',
      theme: '秋月',
      submission_deadline_at: at(60),
      submissions_count: 0,
      results: [],
      standings: [],
    });
    expect(mode.deadline(duel.state)).toBe(at(60));
  });

  it('a reader submits one poem at the round’s key', () => {
    const duel = new Duel();
    const ask = (agentId: string) => writable(mode, duel.rules, duel.topic, 'message', agentId, 0);
    expect(ask('stranger')).toEqual({ ids: [{ id: 'round_000001', not_after: at(60) }] });
    expect(duel.poem('ada')).toBe('accepted');
    expect([duel.may('ada'), duel.may('bo')]).toEqual(['already_posted', 'round_000001']);
    expect(duel.poem('ada')).toBe('already_posted');
    expect(duel.state).toMatchObject({ submissions_count: 1 });
  });

  it('several poems of a round have numbered keys', () => {
    const duel = new Duel({ max_submissions_per_round: 2 });
    expect(duel.poem('ada', 'x', 'round_000001_02')).toBe('wrong_message_id');
    expect(duel.poem('ada')).toBe('accepted');
    expect(duel.may('ada')).toBe('round_000001_02');
    expect(duel.poem('ada', 'x', 'round_000001')).toBe('already_posted');
    expect(duel.poem('ada', 'x', 'round_000001_02')).toBe('accepted');
    expect([duel.may('ada'), duel.poem('ada', 'x', 'round_000001_03')]).toEqual([
      'already_posted',
      'already_posted',
    ]);
  });

  it('a poem at another round’s key is refused', () => {
    const duel = new Duel();
    const cases = [
      ['000001', 'wrong_message_id'],
      ['round_1', 'wrong_message_id'],
      ['round_000001_01', 'wrong_message_id'],
      ['round_000002', 'round_closed'],
      ['round_000009_02', 'round_closed'],
    ] as const;
    for (const [id, verdict] of cases) expect([id, duel.poem('ada', 'x', id)]).toEqual([id, verdict]);
    expect(duel.state.submissions_count).toBe(0);
  });

  it('a full round admits further poems, not further poets', () => {
    const duel = new Duel({ max_participants: 2, max_submissions_per_round: 2 });
    expect([duel.poem('ada'), duel.poem('bo'), duel.poem('cy')]).toEqual([
      'accepted',
      'accepted',
      'round_full',
    ]);
    expect([duel.may('cy'), duel.may('bo')]).toEqual(['slots_full', 'round_000001_02']);
    expect(duel.poem('bo', 'x', 'round_000001_02')).toBe('accepted');
  });

  it('a poem counts if it was written by the deadline', () => {
    const rules = getRules();
    const sealed: ModeInput = {
      type: 'sealed',
      place: { what: 'message', agent_id: 'ada', id: 'round_000001' },
    };
    const cases = [
      [60, 90, 'accepted'],
      [60.001, 60.001, 'too_late'],
      [undefined, 60, 'accepted'],
      [undefined, 61, 'too_late'],
    ] as const;
    for (const [writtenAt, judgedAt, expected] of cases) {
      const written = writtenAt === undefined ? {} : { written_at: at(writtenAt) };
      const context: ModeContext = { ...getContext(judgedAt, 'ada'), ...written };
      const { verdict } = mode.apply(mode.start(rules, getContext(0)), sealed, rules, context);
      expect([writtenAt, judgedAt, verdict.reason ?? verdict.outcome]).toEqual([
        writtenAt,
        judgedAt,
        expected,
      ]);
    }
  });

  it('no key of a round is granted after its deadline', () => {
    const duel = new Duel();
    expect(duel.after(59).may('ada')).toBe('round_000001');
    expect(duel.after(1).may('ada')).toBe('round_closed');
    const judging = shown();
    expect([judging.may('cy'), judging.poem('cy')]).toEqual(['round_closed', 'round_closed']);
  });
});
