import { describe, expect, it } from 'vitest';
import { at } from '../../testing/alphabet/inputs.ts';
import { join, open } from './testing/story.ts';

describe('debate', () => {
  it('a debate starts when both sides are full', () => {
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

  it('a debate with both sides starts at the joining deadline', () => {
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

  it('a side is joined by name, once, with room', () => {
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

  it('debate sides may have any two safe names', () => {
    const story = open({ sides: ['constructor', 'valueof'], side_max: 1 });
    expect([join(story, 'ada', 'valueof'), join(story, 'bo', 'constructor')]).toEqual([
      'accepted',
      'accepted',
    ]);
    expect(story.state).toMatchObject({ speaker_agent_id: 'ada', speaker_side: 'valueof' });
    expect(story.mode.parseState(story.state)).toBe(true);
  });
});
