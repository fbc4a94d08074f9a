import { describe, expect, it } from 'vitest';
import { findMode } from '../../registry/registry.ts';
import { at, facts, getContext } from '../../testing/alphabet/inputs.ts';
import { TurnStory } from '../../testing/stories/turn-story.ts';

const play = (rules = {}) => new TurnStory('skit_chain', { cast_max: 3, ...rules });

function begun(rules = {}): TurnStory {
  const story = play(rules);
  story.join('ada', 'bo', 'cy');
  return story;
}

describe('skit_chain', () => {
  it('a full cast starts a play in order of joining', () => {
    const story = play();
    expect(story.join('cy', 'ada')).toBe('accepted accepted');
    expect(story.state).toMatchObject({ turn_id: null, current_actor_index: null, speaker_agent_id: null });
    expect([story.may('ada'), story.may('bo')]).toEqual(['not_started', 'not_in_cast']);
    expect(story.after(3).join('bo')).toBe('accepted');
    expect(story.state).toMatchObject({
      cast: ['cy', 'ada', 'bo'],
      turn_id: 'turn_000001',
      current_actor_index: 0,
      speaker_agent_id: 'cy',
      speaker_expires_at: at(93),
      line_no: 0,
    });
    expect(story.last?.effects).toEqual([
      { type: 'turn_started', agent_id: 'cy', turn_id: 'turn_000001', expires_at: at(93) },
    ]);
  });

  it('a play starts with two at the joining deadline', () => {
    const story = play({ join_seconds: 60 });
    story.join('ada', 'bo');
    expect(story.after(59).deadline()).toBe('not_due');
    expect(story.after(1.5).join('cy')).toBe('too_late');
    expect(story.deadline()).toBe('accepted');
    expect(story.state).toMatchObject({
      cast: ['ada', 'bo'],
      speaker_agent_id: 'ada',
      current_actor_index: 0,
    });
    expect(story.join('cy')).toBe('already_started');
  });

  it('a lone actor is no play', () => {
    const story = play({ join_seconds: 60 });
    story.join('ada');
    story.timeOut();
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'too_few', cast: ['ada'] });
  });

  it('latecomers and repeated joins of a play are refused', () => {
    const story = begun();
    expect([story.join('dot'), story.join('ada')]).toEqual(['cast_full', 'already_joined']);
    expect([story.say('dot'), story.done('dot'), story.leave('dot')]).toEqual(Array(3).fill('not_in_cast'));
  });

  it('each actor says one line a round until the last', () => {
    const story = begun({ lines_max: 7 });
    const order = [];
    while (story.state.status === 'open') {
      const { speaker_agent_id, current_actor_index } = story.state;
      order.push(`${speaker_agent_id} ${current_actor_index} ${story.say(String(speaker_agent_id))}`);
    }
    expect(order).toEqual([
      'ada 0 accepted',
      'bo 1 accepted',
      'cy 2 accepted',
      'ada 0 accepted',
      'bo 1 accepted',
      'cy 2 accepted',
      'ada 0 accepted',
    ]);
    expect(story.state).toMatchObject({
      closed_reason: 'completed',
      line_no: 7,
      turn_id: null,
      current_actor_index: null,
    });
  });

  it('only the next actor writes, at its one key', () => {
    const story = begun();
    const writable = story.mode.writableMessages(story.state, facts('ada'), story.rules, getContext(0));
    expect(writable).toEqual({ ids: [{ id: 'turn_000001_0001', not_after: at(90) }] });
    expect([story.may('bo'), story.say('bo')]).toEqual(['not_your_turn', 'not_your_turn']);
    expect(story.message('ada', 'turn_000002_0001')).toBe('turn_over');
    expect(story.after(91).say('ada')).toBe('too_late');
    expect(story.say('ada', 'in time', 90)).toBe('accepted');
    expect(story.message('ada', 'turn_000001_0001')).toBe('turn_over');
  });

  it('a passing or silent actor misses its line', () => {
    const story = begun();
    expect(story.done('bo')).toBe('not_your_turn');
    expect(story.done('ada', 'turn_000003')).toBe('turn_over');
    expect(story.done('ada')).toBe('accepted');
    expect(story.state).toMatchObject({ current_actor_index: 1, line_no: 0, turn_id: 'turn_000002' });
    expect(story.timeOut()).toBe('accepted');
    expect(story.state).toMatchObject({ current_actor_index: 2, line_no: 0, turn_id: 'turn_000003' });
    story.say('cy');
    expect(story.state).toMatchObject({ speaker_agent_id: 'ada', line_no: 1 });
  });

  it('an actor’s departure keeps the order of the others', () => {
    for (const [leaver, turns, expected] of [
      [
        'ada',
        0,
        { cast: ['bo', 'cy'], speaker_agent_id: 'bo', current_actor_index: 0, turn_id: 'turn_000002' },
      ],
      [
        'cy',
        2,
        { cast: ['ada', 'bo'], speaker_agent_id: 'ada', current_actor_index: 0, turn_id: 'turn_000004' },
      ],
      [
        'ada',
        1,
        { cast: ['bo', 'cy'], speaker_agent_id: 'bo', current_actor_index: 0, turn_id: 'turn_000002' },
      ],
      [
        'cy',
        1,
        { cast: ['ada', 'bo'], speaker_agent_id: 'bo', current_actor_index: 1, turn_id: 'turn_000002' },
      ],
    ] as const) {
      const story = begun();
      for (let turn = 0; turn < turns; turn++) story.say(String(story.state.speaker_agent_id));
      expect(story.leave(leaver)).toBe('accepted');
      expect(story.state).toMatchObject(expected);
      expect(story.may(leaver)).toBe('not_in_cast');
    }
  });

  it('a play with one actor left is over', () => {
    const story = begun();
    expect([story.remove('ada'), story.join('ada')]).toEqual(['accepted', 'already_started']);
    expect(story.leave('cy')).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({ closed_reason: 'too_few', cast: ['bo'], turn_id: null });
  });

  it('an actor who rejoins before the play comes last', () => {
    const story = play();
    story.join('ada', 'bo');
    expect([story.leave('ada'), story.join('ada')]).toEqual(['accepted', 'accepted']);
    expect(story.state).toMatchObject({ cast: ['bo', 'ada'], turn_id: null, status: 'open' });
  });

  it('a play of two silent rounds is over', () => {
    const story = begun();
    for (let turn = 0; turn < 5; turn++) story.timeOut();
    expect(story.state).toMatchObject({ status: 'open', silent_turns: 5 });
    story.timeOut();
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'nobody_left' });
  });

  it('a play restarts its count of silence after a departure', () => {
    const story = begun();
    for (let turn = 0; turn < 4; turn++) story.timeOut();
    story.leave('ada');
    for (let turn = 0; turn < 3; turn++) story.timeOut();
    expect(story.state).toMatchObject({ status: 'open', cast: ['bo', 'cy'] });
    story.timeOut();
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'nobody_left' });
  });

  it('a play that has ended takes nothing and grants nothing', () => {
    const story = begun();
    story.close();
    expect(story.state).toMatchObject({ closed_reason: 'closed_by_admin' });
    const refused = [story.join('dot'), story.message('ada', 'turn_000001_0001'), story.leave('bo')];
    expect([...refused, story.deadline(), story.close(), story.remove('ada')]).toEqual(
      Array(6).fill('topic_closed'),
    );
    expect([story.may('ada'), story.mayRequest('bo')]).toEqual(['topic_closed', 'topic_closed']);
  });

  it('play rules are written out, and bad ones refused', () => {
    const mode = findMode('skit_chain', 1);
    expect(mode?.parseRules({})).toEqual({
      rules: { cast_max: 4, lines_max: 24, turn_ttl_seconds: 90, join_seconds: 600 },
    });
    for (const [rules, path] of [
      [{ cast_max: 1 }, 'rules.cast_max'],
      [{ cast_max: 51 }, 'rules.cast_max'],
      [{ lines_max: 0 }, 'rules.lines_max'],
      [{ turn_ttl_seconds: -1 }, 'rules.turn_ttl_seconds'],
      [{ cast: [] }, 'rules'],
    ] as const) {
      expect([rules, mode?.parseRules(rules)]).toEqual([
        rules,
        { path, problem: expect.stringMatching(/\S/) },
      ]);
    }
  });
});
