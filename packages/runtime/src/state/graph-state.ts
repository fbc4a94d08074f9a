import type { JsonObject } from '@agent-home/protocol';
import type { PinnedGraph } from '@agent-home/run-log';

/** Where a workflow stands in its graph. */
export interface GraphState {
  readonly pinned: PinnedGraph;
  /** The node that is at work. */
  readonly node: string;
  /** How often each node was begun. */
  readonly visits: ReadonlyMap<string, number>;
  /** What nodes have given: each under its own name, and its members if it gave an object (RUNTIME.md, ruling 8). */
  readonly values: JsonObject;
}
