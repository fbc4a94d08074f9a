import { expect } from 'vitest';
import { TurnStory } from '../../../testing/stories/turn-story.ts';

export const open = (rules = {}) => new TurnStory('debate', { side_max: 2, turn_ttl_seconds: 60, ...rules });
export const join = (story: TurnStory, agentId: string, side: unknown) =>
  story.request(agentId, 'queue_join', { side: side as string });

/** Returns a debate that has started with these members. */
export function begun(pro: string[], con: string[], rules = {}): TurnStory {
  const story = open({ side_max: 5, join_seconds: 10, ...rules });
  for (const agentId of pro) join(story, agentId, 'pro');
  for (const agentId of con) join(story, agentId, 'con');
  if (story.state.phase === 'setup') story.timeOut();
  return story;
}

/** Lets every speaker take its turns to the end; returns `phase round speaker` for each turn. */
export function course(story: TurnStory): string[] {
  const turns = [];
  while (story.state.status === 'open') {
    const { phase, round_no, speaker_agent_id } = story.state;
    turns.push(`${phase} ${round_no} ${speaker_agent_id}`);
    expect(story.say(String(speaker_agent_id))).toBe('accepted');
    expect(story.done(String(speaker_agent_id))).toBe('accepted');
  }
  return turns;
}
