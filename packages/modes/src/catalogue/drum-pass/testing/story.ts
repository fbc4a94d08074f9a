import { TurnStory } from '../../../testing/stories/turn-story.ts';

export const circle = (rules = {}) => new TurnStory('drum_pass', rules);
export const pass = (story: TurnStory, agentId: string, to: unknown) =>
  story.request(agentId, 'pass_to', { to_agent_id: to as string });
export const say = (story: TurnStory, agentId = String(story.state.holder_agent_id)) =>
  story.message(agentId, `${story.state.beat_id}_0001`);
export const reveal = (story: TurnStory, secret: string) => story.put({ type: 'reveal_secret', secret });

export function begun(rules = {}): TurnStory {
  const story = circle(rules);
  story.join('ada', 'bo', 'cy');
  return story;
}
