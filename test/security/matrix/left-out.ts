import { type Cell, isFloorRelation, type Situation } from './dimensions.ts';
import { objectClass } from './object-classes.ts';
import { sceneAt } from './scenes/scenes.ts';

interface LeftOut<Of> {
  reason: string;
  applies(of: Of): boolean;
}

/** Combinations that are impossible, or that repeat another situation. */
export const situationsLeftOut: LeftOut<Situation>[] = [
  {
    reason: 'a home knows nothing of a stranger: it has no relation to anything in it',
    applies: ({ standing, relation }) => standing === 'unknown' && relation !== 'none',
  },
  {
    reason:
      'circles and casts take admitted agents, so one that never was is neither a member nor has the floor',
    applies: ({ standing, relation }) =>
      standing === 'registered' &&
      relation !== 'none' &&
      relation !== 'reader' &&
      relation !== 'owners_agent',
  },
  {
    reason: 'nobody stands so to the floor in this phase',
    applies: (situation) =>
      situation.container === 'topic' &&
      isFloorRelation(situation.relation) &&
      sceneAt(situation.moment).floor[situation.relation] === undefined,
  },
  {
    reason: 'a topic that seals what is submitted is refused when it is to be read whole',
    applies: (situation) =>
      situation.container === 'topic' &&
      situation.readScope === 'all' &&
      situation.moment.startsWith('poetry_duel/'),
  },
  {
    reason: 'a closed or paused topic has no phase that anybody writes in: listed in one phase of each mode',
    applies: (situation) =>
      situation.container === 'topic' &&
      situation.lifecycle !== 'open' &&
      !sceneAt(situation.moment).representative,
  },
  {
    reason: 'who is not admitted gets nothing whatever the phase: listed in one phase of each mode, open',
    applies: (situation) =>
      situation.container === 'topic' &&
      situation.standing !== 'admitted' &&
      (situation.lifecycle !== 'open' || !sceneAt(situation.moment).representative),
  },
  {
    reason:
      'circles and the home’s own objects have no floor; a task knows who has taken part (past_speaker) alone',
    applies: ({ container, relation }) =>
      container !== 'topic' &&
      isFloorRelation(relation) &&
      !(container === 'task' && relation === 'past_speaker'),
  },
  {
    reason: 'cards, heartbeats, prompts and the platform’s own objects have no audience to be related to',
    applies: ({ container, relation }) =>
      ['registry', 'prompt_bundle', 'platform'].includes(container) && relation !== 'none',
  },
];

export const cellsLeftOut: LeftOut<Cell>[] = [
  {
    reason: 'S3 has no symlinks',
    applies: ({ action, store }) => action === 'symlink' && store === 's3',
  },
  {
    reason: 'no object can lie at a prefix',
    applies: ({ situation, object, action }) =>
      action !== 'list' && objectClass(situation.container, object).listOnly === true,
  },
];
