import { type Lifecycle, type ReadScope, readScopes, type Visibility, visibilities } from '../dimensions.ts';
import type { Scene } from '../scenes/scene.ts';
import { scenes } from '../scenes/scenes.ts';

/** A topic that is really opened and brought to its moment. */
export interface MatrixTopic {
  scene: Scene;
  visibility: Visibility;
  readScope: ReadScope;
  lifecycle: Lifecycle;
}

/**
 * Plans every moment, every mode in every visibility, and each mode once closed or paused; read scopes alternate. The evaluator
 * covers every moment in every visibility, which would take minutes here.
 */
export function planTopics(): MatrixTopic[] {
  const modes = [...new Set(scenes.map(({ mode }) => mode))];
  const open = modes.flatMap((mode, row) => {
    const own = scenes.filter((scene) => scene.mode === mode);
    return Array.from({ length: Math.max(own.length, visibilities.length) }, (_, column) =>
      planned(own[(row + column) % own.length] as Scene, row + column, 'open'),
    );
  });
  const still = scenes
    .filter(({ representative }) => representative)
    .map((scene, row) => planned(scene, row + Math.floor(row / 4), row % 2 === 0 ? 'paused' : 'closed'));
  // Topics that wait for a deadline come first, so that the rest need not wait for them.
  const waits = ({ scene }: MatrixTopic) => scene.steps.some((step) => 'wait' in step);
  const all = [...open, ...still];
  return [...all.filter(waits), ...all.filter((topic) => !waits(topic))];
}

function planned(scene: Scene, turn: number, lifecycle: Lifecycle): MatrixTopic {
  const visibility = visibilities[turn % visibilities.length] ?? 'public';
  // Out of step with the visibilities, so that each meets both scopes.
  const scope = (turn + Math.floor(turn / visibilities.length)) % readScopes.length;
  const readScope = scene.mode === 'poetry_duel' ? 'judged' : (readScopes[scope] ?? 'all');
  return { scene, visibility, readScope, lifecycle };
}
