import { describe, expect, it } from 'vitest';
import { findMode } from '../../registry/registry.ts';
import { at, contextOf, facts } from '../../testing/alphabet/inputs.ts';
import { TurnStory } from '../../testing/stories/turn-story.ts';

const open = (rules = {}) => new TurnStory('debate', { side_max: 2, turn_ttl_seconds: 60, ...rules });
const join = (story: TurnStory, agentId: string, side: unknown) =>
  story.request(agentId, 'queue_join', { side: side as string });

/** A debate that has started, with these members. */
function begun(pro: string[], con: string[], rules = {}): TurnStory {
  const story = open({ side_max: 5, join_seconds: 10, ...rules });
  for (const agentId of pro) join(story, agentId, 'pro');
  for (const agentId of con) join(story, agentId, 'con');
  if (story.state.phase === 'setup') story.timeOut();
  return story;
}

/** Lets everybody speak in turn to the end: `phase round speaker`. */
function course(story: TurnStory): string[] {
  const turns = [];
  while (story.state.status === 'open') {
    const { phase, round_no, speaker_agent_id } = story.state;
    turns.push(`${phase} ${round_no} ${speaker_agent_id}`);
    expect(story.say(String(speaker_agent_id))).toBe('accepted');
    expect(story.done(String(speaker_agent_id))).toBe('accepted');
  }
  return turns;
}

describe('debate', () => {
  it('a debate starts as soon as both sides are full, with the side that was joined first', () => {
    const story = open({ side_max: 1 });
    expect(story.state).toMatchObject({ phase: 'setup', round_no: 0, sides: { pro: [], con: [] } });
    expect(join(story, 'ada', 'con')).toBe('accepted');
    expect([story.may('ada'), story.may('bo')]).toEqual(['not_started', 'not_in_cast']);
    expect(join(story.after(5), 'bo', 'pro')).toBe('accepted');
    expect(story.state).toMatchObject({
      phase: 'opening',
      round_no: 1,
      turn_id: 'turn_000001',
      speaker_agent_id: 'ada',
      speaker_side: 'con',
      speaker_expires_at: at(65),
      sides: { pro: ['bo'], con: ['ada'] },
    });
    expect(story.last?.effects).toEqual([
      { type: 'turn_started', agent_id: 'ada', turn_id: 'turn_000001', expires_at: at(65) },
    ]);
  });

  it('a debate starts with one on each side when the time for joining is over, not with an empty side', () => {
    const story = open({ join_seconds: 30 });
    join(story, 'ada', 'pro');
    join(story, 'bo', 'con');
    expect(story.after(29).deadline()).toBe('not_due');
    expect(join(story.after(1.5), 'cy', 'con')).toBe('too_late');
    expect([story.deadline(), story.state.phase]).toEqual(['accepted', 'opening']);
    expect(join(story, 'cy', 'con')).toBe('already_started');
    const alone = open({ join_seconds: 30 });
    join(alone, 'ada', 'pro');
    join(alone, 'bo', 'pro');
    alone.timeOut();
    expect(alone.state).toMatchObject({ status: 'closed', closed_reason: 'too_few', phase: 'done' });
  });

  it('a side is joined by its name, once, while it has room', () => {
    const story = open({ side_max: 1 });
    join(story, 'ada', 'pro');
    const before = story.state;
    expect([
      story.request('bo', 'queue_join'),
      join(story, 'bo', 'neither'),
      join(story, 'bo', ['con']),
      join(story, 'bo', 0),
      join(story, 'bo', 'constructor'),
      join(story, 'bo', '__proto__'),
      join(story, 'bo', 'pro'),
      join(story, 'ada', 'pro'),
      join(story, 'ada', 'con'),
    ]).toEqual([...Array(6).fill('bad_payload'), 'side_full', 'already_joined', 'already_joined']);
    expect(story.state).toBe(before);
  });

  it('the sides of a debate may have any two safe names', () => {
    const story = open({ sides: ['constructor', 'valueof'], side_max: 1 });
    expect([join(story, 'ada', 'valueof'), join(story, 'bo', 'constructor')]).toEqual([
      'accepted',
      'accepted',
    ]);
    expect(story.state).toMatchObject({ speaker_agent_id: 'ada', speaker_side: 'valueof' });
    expect(story.mode.parseState(story.state)).toBe(true);
  });

  const courses: [rounds: number, phases: string[]][] = [
    [1, ['opening']],
    [2, ['opening', 'closing']],
    [3, ['opening', 'rebuttal', 'closing']],
    [5, ['opening', 'rebuttal', 'rebuttal', 'rebuttal', 'closing']],
  ];
  it('a debate opens, rebuts and closes; one round is the opening alone', () => {
    for (const [rounds_max, phases] of courses) {
      const story = begun(['ada'], ['bo'], { rounds_max });
      expect(course(story)).toEqual(
        phases.flatMap((phase, index) => [`${phase} ${index + 1} ada`, `${phase} ${index + 1} bo`]),
      );
      expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'completed', phase: 'done' });
    }
  });

  it('sides of the same size alternate, each member once a round', () => {
    expect(course(begun(['a1', 'a2'], ['b1', 'b2'], { rounds_max: 2 }))).toEqual([
      'opening 1 a1',
      'opening 1 b1',
      'opening 1 a2',
      'opening 1 b2',
      'closing 2 a1',
      'closing 2 b1',
      'closing 2 a2',
      'closing 2 b2',
    ]);
  });

  it('the smaller side has as many turns as the larger one, its members in rotation', () => {
    expect(course(begun(['a1', 'a2', 'a3'], ['b1', 'b2'], { rounds_max: 2 }))).toEqual([
      'opening 1 a1',
      'opening 1 b1',
      'opening 1 a2',
      'opening 1 b2',
      'opening 1 a3',
      'opening 1 b1',
      'closing 2 a1',
      'closing 2 b2',
      'closing 2 a2',
      'closing 2 b1',
      'closing 2 a3',
      'closing 2 b2',
    ]);
  });

  it('a message in a debate leaves the turn with its speaker, and there is one a turn', () => {
    const story = begun(['ada'], ['bo']);
    const writable = story.mode.writableMessages(story.state, facts('ada'), story.rules, contextOf(10));
    expect(writable).toEqual({ ids: [{ id: 'turn_000001_0001', not_after: at(70) }] });
    expect(story.say('ada')).toBe('accepted');
    expect(story.state).toMatchObject({
      turn_id: 'turn_000001',
      speaker_agent_id: 'ada',
      speaker_has_posted: true,
    });
    expect([story.may('ada'), story.say('ada'), story.may('bo')]).toEqual([
      'already_posted',
      'already_posted',
      'not_your_turn',
    ]);
    expect(story.done('ada')).toBe('accepted');
    expect(story.state).toMatchObject({
      turn_id: 'turn_000002',
      speaker_side: 'con',
      speaker_has_posted: false,
    });
  });

  it('turn_done before a message gives the turn in a debate up', () => {
    const story = begun(['ada'], ['bo']);
    expect([story.done('bo'), story.done('cy'), story.done('ada', 'turn_000007')]).toEqual([
      'not_your_turn',
      'not_in_cast',
      'turn_over',
    ]);
    expect(story.request('ada', 'turn_done')).toBe('turn_over');
    expect(story.done('ada')).toBe('accepted');
    expect(story.message('ada', 'turn_000001_0001')).toBe('turn_over');
    expect(story.state).toMatchObject({ speaker_agent_id: 'bo' });
  });

  it('a debater who is silent loses the turn, and a late or foreign message is refused', () => {
    const story = begun(['ada'], ['bo']);
    expect(story.after(59).deadline()).toBe('not_due');
    expect([story.say('bo'), story.say('cy'), story.message('ada', 'turn_000002_0001')]).toEqual([
      'not_your_turn',
      'not_in_cast',
      'turn_over',
    ]);
    expect(story.after(1.5).say('ada')).toBe('too_late');
    expect(story.say('ada', 'in time', 70)).toBe('accepted');
    expect(story.deadline()).toBe('accepted');
    expect(story.state).toMatchObject({
      speaker_agent_id: 'bo',
      speaker_expires_at: at(130.5),
      silent_turns: 0,
    });
  });

  it('a debater who leaves in its turn has had it, and the other side goes on', () => {
    const story = begun(['a1', 'a2'], ['b1', 'b2'], { rounds_max: 1 });
    expect(story.leave('a1')).toBe('accepted');
    expect(story.may('a1')).toBe('not_in_cast');
    expect(course(story)).toEqual(['opening 1 b1', 'opening 1 a2', 'opening 1 b2']);
  });

  it('a round keeps its number of turns when somebody leaves, the next is counted anew', () => {
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

  it('a side that all left again before the start was not joined first', () => {
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

  it('a debate in which nobody spoke for two rounds is over', () => {
    const story = begun(['a1', 'a2'], ['b1'], { rounds_max: 9 });
    for (let turn = 0; turn < 7; turn++) turn % 2 === 0 ? story.timeOut() : story.done('b1');
    expect(story.state.status).toBe('open');
    story.timeOut();
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'nobody_left' });
  });

  it('a debate counts silence anew when somebody leaves', () => {
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

  it('rules of a debate are written out, and bad ones refused', () => {
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
