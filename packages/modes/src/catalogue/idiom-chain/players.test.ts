import { describe, expect, it } from 'vitest';
import { begun, game, say } from './testing/story.ts';

describe('idiom_chain', () => {
  it('a player who passes or is silent gets a strike', () => {
    const story = begun();
    expect([story.done('bo'), story.done('dot'), story.done('ada', 'turn_000002')]).toEqual([
      'not_your_turn',
      'not_in_cast',
      'turn_over',
    ]);
    expect(story.done('ada')).toBe('accepted');
    expect(story.timeOut()).toBe('accepted');
    expect(story.state).toMatchObject({
      speaker_agent_id: 'cy',
      cast: [
        { agent_id: 'ada', strikes: 1 },
        { agent_id: 'bo', strikes: 1 },
        { agent_id: 'cy', strikes: 0 },
      ],
    });
  });

  it('a player with too many strikes is out', () => {
    const story = begun();
    say(story, '一心一意');
    say(story, '风和日丽');
    say(story, '意气风发');
    say(story, '发扬光大');
    expect(say(story, '风和日丽')).toBe('wrong_start');
    expect([story.may('bo'), story.say('bo'), story.leave('bo'), story.join('bo')]).toEqual([
      'not_in_cast',
      'not_in_cast',
      'not_in_cast',
      'already_started',
    ]);
    expect(story.state).toMatchObject({ status: 'open', speaker_agent_id: 'cy' });
    say(story, '大义灭亲');
    say(story, '亲上加亲');
    expect(story.state).toMatchObject({ speaker_agent_id: 'cy', winner_agent_id: null });
    story.timeOut();
    say(story, '亲密无间');
    expect(say(story, '一')).toBe('not_an_idiom');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({
      status: 'closed',
      closed_reason: 'completed',
      winner_agent_id: 'ada',
      turn_id: null,
      speaker_agent_id: null,
      cast: [{ agent_id: 'ada', strikes: 0 }],
    });
  });

  it('a chain that is complete has no single winner', () => {
    const story = begun({ max_chain_length: 2 });
    say(story, '一心一意');
    expect(say(story, '意气风发')).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({ closed_reason: 'completed', chain_length: 2, winner_agent_id: null });
  });

  it('players who leave a game of idioms lose it', () => {
    const story = begun();
    say(story, '一心一意');
    expect(story.leave('bo')).toBe('accepted');
    expect(story.state).toMatchObject({ speaker_agent_id: 'cy', expected_start_char: '意' });
    expect([story.remove('stranger'), story.remove('ada')]).toEqual(['accepted', 'accepted']);
    expect(story.state).toMatchObject({ closed_reason: 'completed', winner_agent_id: 'cy' });
    const other = begun();
    other.leave('cy');
    expect(other.state).toMatchObject({ status: 'open', speaker_agent_id: 'ada', turn_id: 'turn_000001' });
    const early = game();
    early.join('ada');
    expect([early.leave('ada'), early.state.status, early.join('ada')]).toEqual([
      'accepted',
      'open',
      'accepted',
    ]);
  });

  it('a game of idioms of two silent rounds ends', () => {
    const story = begun({ max_strikes: 20 });
    for (let turn = 0; turn < 5; turn++) story.timeOut();
    expect(story.state.status).toBe('open');
    story.timeOut();
    expect(story.state).toMatchObject({ closed_reason: 'nobody_left', winner_agent_id: null });
    const spoken = begun({ max_strikes: 20 });
    for (let turn = 0; turn < 5; turn++) spoken.timeOut();
    say(spoken, 'hm');
    spoken.timeOut();
    expect(spoken.state).toMatchObject({ status: 'open', silent_turns: 1 });
  });

  it('a player’s exit does not end the game for others', () => {
    const story = begun();
    for (let turn = 0; turn < 4; turn++) story.timeOut();
    expect(story.state).toMatchObject({ status: 'open', speaker_agent_id: 'bo', silent_turns: 0 });
    expect(say(story, '一心一意')).toBe('accepted');
    const left = begun({ max_strikes: 20 });
    for (let turn = 0; turn < 4; turn++) left.timeOut();
    left.leave('ada');
    left.timeOut();
    expect(left.state).toMatchObject({ status: 'open', silent_turns: 1 });
  });
});
