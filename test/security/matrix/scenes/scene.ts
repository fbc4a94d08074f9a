import type { FloorRelation } from '../dimensions.ts';

export type Actor = 'ada' | 'bo' | 'cy';

/** Steps that bring a topic to its moment: requests and messages, or the end of an unused window. */
export type Step =
  | { who: Actor; request: string; payload?: Record<string, unknown> }
  | { who: Actor; say: string }
  | { wait: 'deadline' };

/** Moment of a topic: a mode with rules, brought to a phase by its actors. The table of expectations defines who may write then. */
export interface Scene {
  mode: string;
  phase: string;
  rules: Record<string, unknown>;
  steps: Step[];
  /** Relation of the actors to the floor after the steps. */
  floor: Partial<Record<FloorRelation, Actor>>;
  /** True for the phase of its mode that represents closed and paused topics, and agents that are not admitted. */
  representative?: true;
}
