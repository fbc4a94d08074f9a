import { describe, expect, it } from 'vitest';
import { at, facts, getContext } from '../../testing/alphabet/inputs.ts';
import { begun, circle, pass, say } from './testing/story.ts';

describe('drum_pass', () => {
  it('the drum starts with two, the first holding the baton', () => {
    const story = circle();
    expect(story.join('ada')).toBe('accepted');
    expect([story.may('ada'), story.may('bo')]).toEqual(['not_started', 'not_in_cast']);
    expect(story.after(5).join('bo')).toBe('accepted');
    expect(story.state).toMatchObject({
      beat_id: 'beat_000001',
      holder_agent_id: 'ada',
      holder_expires_at: at(65),
      pass_count: 0,
      last_message_id: null,
    });
    expect(story.last?.effects).toEqual([
      { type: 'turn_started', agent_id: 'ada', turn_id: 'beat_000001', expires_at: at(65) },
    ]);
    expect([story.join('cy'), story.join('cy')]).toEqual(['accepted', 'already_joined']);
    expect(story.state.holder_agent_id).toBe('ada');
  });

  it('a lone member waits for a second until the deadline', () => {
    const story = circle({ join_seconds: 30 });
    story.join('ada');
    expect(story.after(29).deadline()).toBe('not_due');
    expect(story.after(1.5).join('bo')).toBe('too_late');
    expect(story.deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'too_few' });
  });

  it('only the holder writes, once, at the beat’s key', () => {
    const story = begun();
    const writable = story.mode.writableMessages(story.state, facts('ada'), story.rules, getContext(0));
    expect(writable).toEqual({ ids: [{ id: 'beat_000001_0001', not_after: at(60) }] });
    expect([story.may('bo'), say(story, 'bo'), say(story, 'dot')]).toEqual([
      'not_your_turn',
      'not_your_turn',
      'not_in_cast',
    ]);
    expect([story.message('ada', 'beat_000002_0001'), story.message('ada', 'turn_000001_0001')]).toEqual([
      'turn_over',
      'turn_over',
    ]);
    expect([say(story), story.may('ada'), say(story)]).toEqual([
      'accepted',
      'already_posted',
      'already_posted',
    ]);
    expect(story.state).toMatchObject({ holder_agent_id: 'ada', last_message_id: 'beat_000001_0001' });
  });

  it('the holder passes to any member, with or without speaking', () => {
    const story = begun();
    say(story);
    expect(pass(story.after(10), 'ada', 'cy')).toBe('accepted');
    expect(story.state).toMatchObject({
      beat_id: 'beat_000002',
      holder_agent_id: 'cy',
      holder_expires_at: at(70),
      holder_has_posted: false,
      pass_count: 1,
    });
    expect(story.message('ada', 'beat_000001_0001')).toBe('turn_over');
    expect(pass(story, 'cy', 'ada')).toBe('accepted');
    expect(story.state).toMatchObject({ holder_agent_id: 'ada', pass_count: 2 });
  });

  it('the baton passes only from its holder to present members', () => {
    const story = begun();
    const before = story.state;
    expect([
      pass(story, 'bo', 'cy'),
      pass(story, 'dot', 'ada'),
      pass(story, 'ada', 'ada'),
      pass(story, 'ada', 'stranger'),
      pass(story, 'ada', ''),
      pass(story, 'ada', ['bo']),
      pass(story, 'ada', null),
      story.request('ada', 'pass_to'),
      story.request('ada', 'turn_done', { turn_id: 'beat_000001' }),
    ]).toEqual([
      'not_your_turn',
      'not_in_cast',
      'not_present',
      'not_present',
      'not_present',
      'bad_payload',
      'bad_payload',
      'bad_payload',
      'ignored',
    ]);
    expect(story.state).toBe(before);
  });
});
