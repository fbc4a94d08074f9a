import type { InheritedRules } from '../policy/index.ts';
import type { GraphNode, PinnedGraph } from '../run-log/index.ts';
import type { KnownValues } from './known-values.ts';
import type { LayeredMap } from './layered-map.ts';

/** Where a workflow stands in its graph. */
export interface GraphState {
  readonly pinned: PinnedGraph;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** What the workflow itself is bound by, and so everybody in it. */
  readonly bound: readonly InheritedRules[];
  /** What the run was told. */
  readonly task: string;
  /** The node that was begun last. */
  readonly node: string;
  /** Whether an agent is at work in it. */
  readonly isAtWork: boolean;
  /** What the run answers if the graph ends now. */
  readonly lastAnswer: string;
  /** How often each node was begun. */
  readonly visits: LayeredMap<number>;
  /** Nodes that were begun, each time counted. */
  readonly steps: number;
  /** What nodes have given. */
  readonly known: KnownValues;
}
