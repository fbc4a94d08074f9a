import { describe, expect, it } from 'vitest';
import { findMode } from '../../registry/registry.ts';
import { begun, course, join, open } from './testing/story.ts';

describe('debate', () => {
  it('a leaving debater’s own turn counts as had', () => {
    const story = begun(['a1', 'a2'], ['b1', 'b2'], { rounds_max: 1 });
    expect(story.leave('a1')).toBe('accepted');
    expect(story.may('a1')).toBe('not_in_cast');
    expect(course(story)).toEqual(['opening 1 b1', 'opening 1 a2', 'opening 1 b2']);
  });

  it('a debate round keeps its turns when members leave', () => {
    const story = begun(['a1', 'a2'], ['b1', 'b2'], { rounds_max: 2 });
    story.leave('b2');
    story.remove('a2');
    expect(course(story)).toEqual([
      'opening 1 a1',
      'opening 1 b1',
      'opening 1 a1',
      'opening 1 b1',
      'closing 2 a1',
      'closing 2 b1',
    ]);
  });

  it('a debate with an empty side is over', () => {
    const story = begun(['a1', 'a2'], ['b1']);
    expect([story.leave('stranger'), story.remove('stranger'), story.remove('b1')]).toEqual([
      'not_in_cast',
      'accepted',
      'accepted',
    ]);
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({ closed_reason: 'too_few', phase: 'done', speaker_side: null });
  });

  it('a side that emptied before the start was not first', () => {
    const story = open({ side_max: 1 });
    join(story, 'ada', 'pro');
    join(story, 'bo', 'con');
    const rejoined = open({ side_max: 2 });
    join(rejoined, 'ada', 'pro');
    join(rejoined, 'bo', 'con');
    rejoined.leave('ada');
    expect(rejoined.state).toMatchObject({ starting_side: 'con', sides: { pro: [], con: ['bo'] } });
    join(rejoined, 'ada', 'pro');
    rejoined.timeOut();
    expect([story.state.speaker_agent_id, rejoined.state.speaker_agent_id]).toEqual(['ada', 'bo']);
    const emptied = open();
    join(emptied, 'ada', 'pro');
    emptied.leave('ada');
    expect(emptied.state).toMatchObject({ starting_side: null, status: 'open' });
  });

  it('a debate of two silent rounds is over', () => {
    const story = begun(['a1', 'a2'], ['b1'], { rounds_max: 9 });
    for (let turn = 0; turn < 7; turn++) turn % 2 === 0 ? story.timeOut() : story.done('b1');
    expect(story.state.status).toBe('open');
    story.timeOut();
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'nobody_left' });
  });

  it('a debate restarts its count of silence after a departure', () => {
    const story = begun(['a1', 'a2'], ['b1', 'b2'], { rounds_max: 9 });
    for (let turn = 0; turn < 6; turn++) story.timeOut();
    story.leave('a2');
    story.leave('b1');
    for (let turn = 0; turn < 3; turn++) story.timeOut();
    expect(story.state.status).toBe('open');
    story.timeOut();
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'nobody_left' });
  });

  it('a debate that has ended takes nothing and grants nothing', () => {
    const story = begun(['ada'], ['bo']);
    story.close();
    expect(story.state).toMatchObject({ closed_reason: 'closed_by_admin', phase: 'done' });
    const refused = [join(story, 'cy', 'pro'), story.message('ada', 'turn_000001_0001'), story.leave('ada')];
    expect([...refused, story.deadline(), story.close(), story.remove('bo')]).toEqual(
      Array(6).fill('topic_closed'),
    );
    expect([story.may('ada'), story.mayRequest('ada')]).toEqual(['topic_closed', 'topic_closed']);
  });

  it('debate rules are written out, and bad ones refused', () => {
    const mode = findMode('debate', 1);
    expect(mode?.parseRules({})).toEqual({
      rules: {
        sides: ['pro', 'con'],
        turn_ttl_seconds: 180,
        rounds_max: 3,
        side_join_policy: 'first_come',
        side_max: 5,
        join_seconds: 600,
      },
    });
    for (const [rules, path] of [
      [{ sides: ['pro', 'pro'] }, 'rules.sides'],
      [{ sides: ['pro'] }, 'rules.sides'],
      [{ sides: ['a', 'b', 'c'] }, 'rules.sides'],
      [{ sides: ['pro', '__proto__'] }, 'rules.sides.1'],
      [{ sides: ['正', '反'] }, 'rules.sides.0'],
      [{ rounds_max: 0 }, 'rules.rounds_max'],
      [{ rounds_max: 101 }, 'rules.rounds_max'],
      [{ side_join_policy: 'by_lot' }, 'rules.side_join_policy'],
      [{ side_max: 0 }, 'rules.side_max'],
      [{ turn_ttl: 5 }, 'rules'],
    ] as const) {
      expect([rules, mode?.parseRules(rules)]).toEqual([
        rules,
        { path, problem: expect.stringMatching(/\S/) },
      ]);
    }
  });
});
