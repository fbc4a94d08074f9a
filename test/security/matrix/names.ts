import { isFloorRelation, type Situation } from './dimensions.ts';
import { idsAt } from './expected/ids-at.ts';
import { fillIn, type Names } from './fill-in.ts';
import type { Actor, Scene } from './scenes/scene.ts';
import { sceneAt } from './scenes/scenes.ts';

/** Returns the scene's actor that is the agent of this situation, if any. */
export function findActor(situation: Situation): Actor | undefined {
  const { relation } = situation;
  if (situation.container !== 'topic' || !isFloorRelation(relation)) return undefined;
  return sceneAt(situation.moment).floor[relation];
}

/** Returns the next id; authors number their requests from one. */
function nextRequestId(scene: Scene, actor: Actor | undefined): string {
  const sent = scene.steps.filter((step) => 'request' in step && step.who === actor).length;
  return `r${String(sent + 1).padStart(6, '0')}`;
}

/** Returns the ids in a topic's keys at its moment, for the agent of this situation. */
export function namesAtMoment(situation: Situation, days: Names): Names {
  if (situation.container !== 'topic') return {};
  const { now, past, next } = idsAt(situation.moment, situation.relation);
  const scene = sceneAt(situation.moment);
  return {
    now: fillIn(now, days),
    past: fillIn(past, days),
    next: fillIn(next, days),
    request: nextRequestId(scene, findActor(situation)),
  };
}
