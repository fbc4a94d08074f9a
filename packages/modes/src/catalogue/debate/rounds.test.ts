import { describe, expect, it } from 'vitest';
import { at, facts, getContext } from '../../testing/alphabet/inputs.ts';
import { begun, course } from './testing/story.ts';

describe('debate', () => {
  const courses: [rounds: number, phases: string[]][] = [
    [1, ['opening']],
    [2, ['opening', 'closing']],
    [3, ['opening', 'rebuttal', 'closing']],
    [5, ['opening', 'rebuttal', 'rebuttal', 'rebuttal', 'closing']],
  ];

  it('a debate opens, rebuts and closes in its rounds', () => {
    for (const [rounds_max, phases] of courses) {
      const story = begun(['ada'], ['bo'], { rounds_max });
      expect(course(story)).toEqual(
        phases.flatMap((phase, index) => [`${phase} ${index + 1} ada`, `${phase} ${index + 1} bo`]),
      );
      expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'completed', phase: 'done' });
    }
  });

  it('sides of the same size alternate by their members', () => {
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

  it('the smaller side rotates through as many turns', () => {
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

  it('a debater keeps the turn after its one message', () => {
    const story = begun(['ada'], ['bo']);
    const writable = story.mode.writableMessages(story.state, facts('ada'), story.rules, getContext(10));
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

  it('turn_done without a message gives a debate turn up', () => {
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

  it('a silent debater loses the turn, late messages are refused', () => {
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
});
