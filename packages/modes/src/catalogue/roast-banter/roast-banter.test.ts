import { describe, expect, it } from 'vitest';
import { findMode } from '../../registry/registry.ts';
import { at, facts, getContext } from '../../testing/alphabet/inputs.ts';
import { TurnStory } from '../../testing/stories/turn-story.ts';

const act = (rules = {}) => new TurnStory('roast_banter', rules);

function begun(rules = {}): TurnStory {
  const story = act(rules);
  story.join('ada', 'bo');
  return story;
}

describe('roast_banter', () => {
  it('banter waits for two, and who joined first starts', () => {
    const story = act();
    expect(story.state).toMatchObject({
      turn_id: null,
      roles: { lead_agent_id: null, support_agent_id: null },
      next_role: 'lead',
      speaker_agent_id: null,
      speaker_expires_at: null,
      line_no: 0,
    });
    expect(story.join('ada')).toBe('accepted');
    expect([story.may('ada'), story.may('bo')]).toEqual(['not_started', 'not_in_cast']);
    expect(story.after(5).join('bo')).toBe('accepted');
    expect(story.state).toMatchObject({
      turn_id: 'turn_000001',
      roles: { lead_agent_id: 'ada', support_agent_id: 'bo' },
      next_role: 'lead',
      speaker_agent_id: 'ada',
      speaker_expires_at: at(65),
    });
    expect(story.last?.effects).toEqual([
      { type: 'turn_started', agent_id: 'ada', turn_id: 'turn_000001', expires_at: at(65) },
    ]);
  });

  it('banter alternates strictly with every accepted line', () => {
    const story = begun();
    const lines = Array.from({ length: 6 }, (_, index) => {
      const speaker = index % 2 === 0 ? 'ada' : 'bo';
      const other = index % 2 === 0 ? 'bo' : 'ada';
      return [story.say(other), story.may(other), story.say(speaker), story.state.line_no];
    });
    expect(lines).toEqual(
      [1, 2, 3, 4, 5, 6].map((line) => ['not_your_turn', 'not_your_turn', 'accepted', line]),
    );
    expect(story.state).toMatchObject({ turn_id: 'turn_000007', next_role: 'lead' });
  });

  it('a line of banter has one key within its turn', () => {
    const story = begun();
    const writable = story.mode.writableMessages(story.state, facts('ada'), story.rules, getContext(0));
    expect(writable).toEqual({ ids: [{ id: 'turn_000001_0001', not_after: at(60) }] });
    for (const [key, verdict] of [
      ['turn_000001_0002', 'turn_over'],
      ['turn_000002_0001', 'turn_over'],
      ['000001', 'turn_over'],
      ['turn_000001_0001', 'accepted'],
      ['turn_000001_0001', 'turn_over'],
    ] as const) {
      expect([key, story.message('ada', key)]).toEqual([key, verdict]);
    }
  });

  it('a third agent cannot take part in banter', () => {
    const story = begun();
    expect([story.join('cy'), story.say('cy'), story.done('cy'), story.leave('cy'), story.may('cy')]).toEqual(
      ['cast_full', 'not_in_cast', 'not_in_cast', 'not_in_cast', 'not_in_cast'],
    );
    expect(story.join('ada')).toBe('already_joined');
  });

  it('a missed turn of banter passes without a line', () => {
    const story = begun();
    expect(story.after(59).deadline()).toBe('not_due');
    expect(story.after(1).deadline()).toBe('accepted');
    expect(story.state).toMatchObject({
      turn_id: 'turn_000002',
      next_role: 'support',
      speaker_agent_id: 'bo',
      speaker_expires_at: at(120),
      line_no: 0,
    });
  });

  it('a line written in time counts, however late its judgement', () => {
    for (const [writtenAt, judgedAt, verdict] of [
      [60, 90, 'accepted'],
      [60.001, 90, 'too_late'],
      [undefined, 60, 'accepted'],
      [undefined, 60.001, 'too_late'],
    ] as const) {
      expect(begun().after(judgedAt).say('ada', 'late?', writtenAt)).toBe(verdict);
    }
    const passed = begun();
    passed.timeOut();
    expect(passed.message('ada', 'turn_000001_0001', {}, 30)).toBe('turn_over');
  });

  it('turn_done passes in banter without a line', () => {
    const story = begun();
    expect(story.done('bo')).toBe('not_your_turn');
    expect(story.done('ada', 'turn_000009')).toBe('turn_over');
    expect(story.request('ada', 'turn_done')).toBe('turn_over');
    expect(story.request('ada', 'turn_done', { turn_id: { turn: 1 } })).toBe('turn_over');
    expect(story.done('ada')).toBe('accepted');
    expect(story.state).toMatchObject({ speaker_agent_id: 'bo', line_no: 0 });
  });

  it('the last line ends the banter', () => {
    const story = begun({ lines_max: 3 });
    story.say('ada');
    story.timeOut();
    story.say('ada');
    expect(story.say('bo')).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({
      status: 'closed',
      closed_reason: 'completed',
      line_no: 3,
      turn_id: null,
      speaker_agent_id: null,
      speaker_expires_at: null,
    });
  });

  it('two whole rounds of silence end the banter', () => {
    const story = begun();
    story.say('ada');
    const silent = [story.timeOut(), story.done('ada'), story.timeOut()];
    expect([...silent, story.state.status]).toEqual(['accepted', 'accepted', 'accepted', 'open']);
    expect(story.timeOut()).toBe('accepted');
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'nobody_left', line_no: 1 });
  });

  it('a line breaks the silence of banter', () => {
    const story = begun();
    for (let round = 0; round < 3; round++) {
      for (let turn = 0; turn < 3; turn++) story.timeOut();
      expect(story.say(String(story.state.speaker_agent_id))).toBe('accepted');
    }
    expect(story.state).toMatchObject({ status: 'open', line_no: 3 });
  });

  it('a lone agent of banter waits for limited time', () => {
    const story = act({ join_seconds: 30 });
    story.join('ada');
    expect(story.mode.deadline(story.state)).toBe(at(30));
    expect(story.after(29).deadline()).toBe('not_due');
    expect(story.after(2).join('bo')).toBe('too_late');
    expect(story.deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'too_few' });
  });

  it('a seat left before banter starts is free again', () => {
    const story = act();
    story.join('ada');
    expect([story.leave('ada'), story.join('bo', 'ada')]).toEqual(['accepted', 'accepted accepted']);
    expect(story.state).toMatchObject({ roles: { lead_agent_id: 'bo', support_agent_id: 'ada' } });
  });

  it('an agent that leaves banter ends it', () => {
    for (const end of [
      (story: TurnStory) => story.leave('ada'),
      (story: TurnStory) => story.leave('bo'),
      (story: TurnStory) => story.remove('bo'),
    ]) {
      const story = begun();
      expect(end(story)).toBe('accepted');
      expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
      expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'too_few', turn_id: null });
    }
    const story = begun();
    expect([story.remove('stranger'), story.state.status]).toEqual(['accepted', 'open']);
  });

  it('banter that has ended takes nothing and grants nothing', () => {
    const story = begun();
    story.close();
    expect(story.state).toMatchObject({ closed_reason: 'closed_by_admin' });
    const refused = [story.join('cy'), story.message('ada', 'turn_000001_0001'), story.leave('ada')];
    expect([...refused, story.deadline(), story.close(), story.remove('ada')]).toEqual(
      Array(6).fill('topic_closed'),
    );
    expect([story.may('ada'), story.mayRequest('ada')]).toEqual(['topic_closed', 'topic_closed']);
    expect(story.mode.deadline(story.state)).toBeUndefined();
  });

  it('requests that mean nothing in banter are recorded as ignored', () => {
    const story = begun();
    expect([
      story.request('ada', 'slot_claim'),
      story.request('bo', 'role_claim', { role_id: 'lead' }),
    ]).toEqual(['ignored', 'ignored']);
  });

  it('rules of banter are written out, and bad ones refused', () => {
    const mode = findMode('roast_banter', 1);
    expect(mode?.parseRules({})).toEqual({
      rules: { turn_ttl_seconds: 60, lines_max: 12, join_seconds: 600 },
    });
    for (const [rules, path] of [
      [{ lines_max: 0 }, 'rules.lines_max'],
      [{ lines_max: 10_001 }, 'rules.lines_max'],
      [{ turn_ttl_seconds: 0 }, 'rules.turn_ttl_seconds'],
      [{ join_seconds: 604_801 }, 'rules.join_seconds'],
      [{ cast_max: 3 }, 'rules'],
    ] as const) {
      expect([rules, mode?.parseRules(rules)]).toEqual([
        rules,
        { path, problem: expect.stringMatching(/\S/) },
      ]);
    }
  });
});
