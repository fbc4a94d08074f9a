import { TurnStory } from '../../../testing/stories/turn-story.ts';

export const game = (rules = {}) => new TurnStory('idiom_chain', { cast_max: 3, ...rules });

export function begun(rules = {}): TurnStory {
  const story = game(rules);
  story.join('ada', 'bo', 'cy');
  return story;
}

/** Sends the speaker's message, with a `meta.idiom` if it is given. */
export function say(story: TurnStory, text: string, idiom?: unknown): string {
  const { turn_id, speaker_agent_id } = story.state;
  const meta = idiom === undefined ? {} : { meta: { idiom: idiom as string } };
  return story.message(String(speaker_agent_id), `${turn_id}_0001`, { content: { text }, ...meta });
}

export const explanation = (story: TurnStory) => story.last?.verdict.explanation;
