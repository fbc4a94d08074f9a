import type { Situation } from '../dimensions.ts';
import { findActor } from '../names.ts';
import { sceneAt } from '../scenes/scenes.ts';
import { type PlayedScene, playScene } from './play-scene.ts';

const played = new Map<string, PlayedScene>();

export function playedAt(moment: string): PlayedScene {
  const known = played.get(moment) ?? playScene(sceneAt(moment));
  played.set(moment, known);
  return known;
}

/** Returns the moment of all requests. */
export function getMoment(situation: Situation): Date {
  return situation.container === 'topic' ? playedAt(situation.moment).now : new Date('2026-03-01T12:00:00Z');
}

/** Returns the agent of a situation: an actor of its scene, or another agent. */
export function getAgent(situation: Situation): { me: string; other: string } {
  const me = findActor(situation) ?? 'di';
  return { me, other: me === 'ada' ? 'bo' : 'ada' };
}
