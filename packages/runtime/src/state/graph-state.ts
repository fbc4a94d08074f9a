import type { InheritedRules } from '@agent-home/policy';
import type { JsonObject } from '@agent-home/protocol';
import type { GraphNode, PinnedGraph } from '@agent-home/run-log';

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
  readonly visits: ReadonlyMap<string, number>;
  /** Nodes that were begun, each time counted. */
  readonly steps: number;
  /** What nodes have given: each under its own name, and its members if it gave an object (RUNTIME.md, ruling 8). */
  readonly values: JsonObject;
}
