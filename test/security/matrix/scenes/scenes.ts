import { castScenes } from './cast-scenes.ts';
import { duoScenes } from './duo-scenes.ts';
import { freeScenes } from './free-scenes.ts';
import type { Scene } from './scene.ts';
import { windowScenes } from './window-scenes.ts';

/** Topic of a later platform version, whose mode is unknown here. */
const unknownMode: Scene = {
  mode: 'unheard_of',
  phase: 'any',
  rules: {},
  steps: [],
  floor: {},
  representative: true,
};

export const scenes: Scene[] = [...freeScenes, ...castScenes, ...duoScenes, ...windowScenes, unknownMode];

export function getMoment({ mode, phase }: Pick<Scene, 'mode' | 'phase'>): string {
  return `${mode}/${phase}`;
}

const byMoment = new Map(scenes.map((scene) => [getMoment(scene), scene]));

export function sceneAt(moment: string): Scene {
  const scene = byMoment.get(moment);
  if (!scene) throw new Error(`there is no scene ${moment}`);
  return scene;
}
