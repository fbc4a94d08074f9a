import { describe, expect, it } from 'vitest';
import { at } from '../../testing/alphabet/inputs.ts';
import { begun, circle, pass, say } from './testing/story.ts';

describe('drum_pass', () => {
  it('a silent holder is away and loses the baton', () => {
    const story = begun();
    pass(story, 'ada', 'cy');
    expect(story.after(59).deadline()).toBe('not_due');
    expect(story.after(1).deadline()).toBe('accepted');
    expect(story.state).toMatchObject({
      holder_agent_id: 'ada',
      holder_expires_at: at(120),
      pass_count: 1,
      members: [
        { agent_id: 'ada', away: false },
        { agent_id: 'bo', away: false },
        { agent_id: 'cy', away: true },
      ],
    });
    expect([pass(story, 'ada', 'cy'), story.may('cy'), say(story, 'cy')]).toEqual([
      'not_present',
      'not_in_cast',
      'not_in_cast',
    ]);
    expect(story.join('cy')).toBe('accepted');
    expect([pass(story, 'ada', 'cy'), story.may('cy')]).toEqual(['accepted', 'beat_000004_0001']);
  });

  it('a holder who spoke without passing is not away', () => {
    const story = begun();
    say(story);
    expect(story.timeOut()).toBe('accepted');
    expect(story.state).toMatchObject({ holder_agent_id: 'bo', pass_count: 1 });
    expect(pass(story, 'bo', 'ada')).toBe('accepted');
  });

  it('a message within the beat counts, a late one not', () => {
    const story = begun();
    expect(story.after(61).message('ada', 'beat_000001_0001')).toBe('too_late');
    expect(story.message('ada', 'beat_000001_0001', {}, 60)).toBe('accepted');
  });

  it('a baton without a holder waits for a limited time', () => {
    const story = circle({ join_seconds: 100 });
    story.join('ada', 'bo');
    story.timeOut();
    story.timeOut();
    expect(story.state).toMatchObject({
      status: 'open',
      beat_id: null,
      holder_agent_id: null,
      holder_expires_at: null,
      joining_ends_at: at(220),
    });
    expect([story.may('ada'), story.after(10).join('bo')]).toEqual(['not_in_cast', 'accepted']);
    expect(story.state).toMatchObject({
      beat_id: 'beat_000003',
      holder_agent_id: 'bo',
      joining_ends_at: null,
    });
    story.timeOut();
    expect(story.after(99).deadline()).toBe('not_due');
    expect(story.after(1).deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'nobody_left' });
  });

  it('a lone member cannot pass the baton', () => {
    const story = circle();
    story.join('ada', 'bo');
    story.leave('bo');
    expect([say(story), pass(story, 'ada', 'bo')]).toEqual(['accepted', 'not_present']);
    story.timeOut();
    expect(story.state).toMatchObject({
      holder_agent_id: null,
      pass_count: 0,
      members: [{ agent_id: 'ada', away: false }],
    });
    expect([story.join('ada'), story.join('cy'), story.state.holder_agent_id]).toEqual([
      'already_joined',
      'accepted',
      'cy',
    ]);
  });

  it('a leaving or removed holder loses the baton at once', () => {
    const story = begun();
    expect(story.leave('ada')).toBe('accepted');
    expect(story.last?.effects).toMatchObject([{ type: 'turn_started', agent_id: 'bo' }]);
    expect([story.remove('cy'), story.remove('stranger'), story.leave('stranger')]).toEqual([
      'accepted',
      'accepted',
      'not_in_cast',
    ]);
    expect(story.state).toMatchObject({ holder_agent_id: 'bo', pass_count: 0 });
    story.remove('bo');
    expect(story.state).toMatchObject({ status: 'open', holder_agent_id: null, members: [] });
    const last = begun();
    pass(last, 'ada', 'cy');
    last.leave('cy');
    expect(last.state.holder_agent_id).toBe('ada');
    const middle = begun();
    pass(middle, 'ada', 'bo');
    middle.leave('bo');
    expect(middle.state.holder_agent_id).toBe('cy');
  });

  it('a full circle admits a member in an absent place', () => {
    const story = begun({ cast_max: 3 });
    expect(story.join('dot')).toBe('cast_full');
    story.timeOut();
    expect(story.join('dot')).toBe('accepted');
    expect(story.state.members).toEqual([
      { agent_id: 'bo', away: false },
      { agent_id: 'cy', away: false },
      { agent_id: 'dot', away: false },
    ]);
    expect(story.join('ada')).toBe('cast_full');
  });

  it('the last pass ends the drum', () => {
    const story = begun({ max_passes: 2 });
    pass(story, 'ada', 'bo');
    say(story);
    expect(pass(story, 'bo', 'cy')).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({
      status: 'closed',
      closed_reason: 'completed',
      pass_count: 2,
      beat_id: null,
      holder_agent_id: null,
      last_message_id: 'beat_000002_0001',
    });
    expect(story.mode.owed(story.state)).toBeUndefined();
  });
});
