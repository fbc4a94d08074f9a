import type { InheritedRules } from '../policy/index.ts';
import type { GraphNode, PinnedGraph } from '../run-log/index.ts';
import type { KnownValues } from './known-values.ts';
import type { LayeredMap } from './layered-map.ts';

/** State of a workflow in its graph. */
export interface GraphState {
  readonly pinned: PinnedGraph;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** Rules of the workflow itself, which apply to all of its agents. */
  readonly bound: readonly InheritedRules[];
  /** Input of the run. */
  readonly task: string;
  /** The node that was begun last. */
  readonly node: string;
  /** True if an agent is active in it. */
  readonly isAtWork: boolean;
  /** Answer of the run if the graph ends now. */
  readonly lastAnswer: string;
  /** Number of starts of each node. */
  readonly visits: LayeredMap<number>;
  /** Number of nodes started so far; a repeated node counts each time. */
  readonly steps: number;
  /** Results of nodes. */
  readonly known: KnownValues;
}
