import { describe, expect, it } from 'vitest';
import { at, facts, getContext } from '../../testing/alphabet/inputs.ts';
import { begun, explanation, game, say } from './testing/story.ts';

describe('idiom_chain', () => {
  it('a game of idioms starts when its cast is full', () => {
    const story = game();
    story.join('ada', 'bo');
    expect([story.may('ada'), story.may('cy')]).toEqual(['not_started', 'not_in_cast']);
    story.after(4).join('cy');
    expect(story.state).toMatchObject({
      turn_id: 'turn_000001',
      speaker_agent_id: 'ada',
      speaker_expires_at: at(64),
      expected_start_char: null,
      last_idiom: null,
      chain_length: 0,
    });
    expect([story.join('dot'), story.join('bo')]).toEqual(['cast_full', 'already_joined']);
  });

  it('a game of idioms starts with two at the deadline', () => {
    const story = game({ join_seconds: 30 });
    story.join('ada', 'bo');
    expect(story.after(29).deadline()).toBe('not_due');
    expect(story.after(1.5).join('cy')).toBe('too_late');
    expect([story.deadline(), story.state.speaker_agent_id]).toEqual(['accepted', 'ada']);
    expect(story.join('cy')).toBe('already_started');
    const alone = game();
    alone.join('ada');
    alone.timeOut();
    expect(alone.state).toMatchObject({ closed_reason: 'too_few', winner_agent_id: null });
  });

  it('each idiom starts with the last character before it', () => {
    const story = begun();
    const idioms = ['一心一意', '意气风发', '发扬光大', '大义灭亲'];
    expect(idioms.map((idiom) => [story.state.speaker_agent_id, say(story, idiom)])).toEqual([
      ['ada', 'accepted'],
      ['bo', 'accepted'],
      ['cy', 'accepted'],
      ['ada', 'accepted'],
    ]);
    expect(story.state).toMatchObject({
      expected_start_char: '亲',
      last_idiom: '大义灭亲',
      chain_length: 4,
      used_idioms: idioms,
      speaker_agent_id: 'bo',
      silent_turns: 0,
    });
  });

  it('an idiom has one key, for its speaker alone', () => {
    const story = begun();
    const writable = story.mode.writableMessages(story.state, facts('ada'), story.rules, getContext(0));
    expect(writable).toEqual({ ids: [{ id: 'turn_000001_0001', not_after: at(60) }] });
    expect([
      story.may('bo'),
      story.say('bo'),
      story.say('dot'),
      story.message('ada', 'turn_000002_0001'),
    ]).toEqual(['not_your_turn', 'not_your_turn', 'not_in_cast', 'turn_over']);
    expect(story.after(61).say('ada', '一心一意')).toBe('too_late');
    expect(story.say('ada', '一心一意', 60)).toBe('accepted');
  });

  it('an idiom with a wrong start costs a strike', () => {
    const story = begun();
    say(story, '一心一意');
    expect(say(story, '风和日丽')).toBe('wrong_start');
    expect(story.last?.verdict).toEqual({
      outcome: 'ruled_out',
      reason: 'wrong_start',
      explanation: '“风和日丽” starts with 风 and has to start with 意.',
    });
    expect(story.last?.effects).toEqual([
      { type: 'turn_started', agent_id: 'cy', turn_id: 'turn_000003', expires_at: at(60) },
    ]);
    expect(story.state).toMatchObject({
      expected_start_char: '意',
      chain_length: 1,
      speaker_agent_id: 'cy',
      cast: [
        { agent_id: 'ada', strikes: 0 },
        { agent_id: 'bo', strikes: 1 },
        { agent_id: 'cy', strikes: 0 },
      ],
    });
  });

  it('an idiom that the chain has already is ruled out', () => {
    const story = begun();
    for (const idiom of ['天下第一', '一马当先', '先天下天']) say(story, idiom);
    expect(say(story, '天下第一')).toBe('repeated');
    expect(explanation(story)).toBe('“天下第一” is in this chain already.');
    expect(say(story, '天下太平')).toBe('accepted');
  });
});
