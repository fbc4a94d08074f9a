import type { NamedAgent } from './agent-source.ts';

/** Agents as nodes, and the edges between them. `END` is the end. */
export interface GraphOptions {
  /** Name of the first node. */
  entry: string;
  nodes: readonly GraphNode[];
  /** The first edge of a node whose condition holds is taken; without one, the graph ends. */
  edges: readonly GraphEdge[];
}

/** Node of a graph: the work of an agent, of several, a question to the approver, or edges only. */
export interface GraphNode {
  name: string;
  agent?: NamedAgent;
  /** Question that `onApproval` answers; conditions read `NAME.approved`. */
  approve?: string;
  /** Agents that work at the same time, each with the name of its output. */
  parallel?: readonly { name: string; agent: NamedAgent }[];
  /** Path of a list in the state: the agent works on each item. */
  map?: string;
  /** Agent with a graph of its own. */
  subgraph?: NamedAgent;
  /** Keys of the state to which the values of all branches are combined. */
  reduce?: Readonly<Record<string, 'append' | 'merge' | 'sum' | 'min' | 'max' | 'first' | 'last'>>;
  /** Further attempts if the work fails, 1 to 5. */
  retry?: number;
}

/** Edge between two nodes. */
export interface GraphEdge {
  from: string;
  to: string;
  /** Condition on the state, such as `analysis.found`. Absent: it always holds. */
  condition?: string;
}

/** Returns the member `graph` of the front matter. @param getName returns the name of an agent */
export function describeGraph({ entry, nodes, edges }: GraphOptions, getName: (agent: NamedAgent) => string) {
  return {
    entry,
    nodes: nodes.map(({ agent, subgraph, parallel, ...node }) => ({
      ...node,
      ...(agent === undefined ? {} : { agent: getName(agent) }),
      ...(subgraph === undefined ? {} : { subgraph: getName(subgraph) }),
      ...(parallel === undefined
        ? {}
        : { parallel: parallel.map((branch) => ({ name: branch.name, agent: getName(branch.agent) })) }),
    })),
    edges,
  };
}

/** Returns the agents of a graph's nodes. */
export function agentsOfGraph({ nodes }: GraphOptions): NamedAgent[] {
  return nodes
    .flatMap(({ agent, subgraph, parallel = [] }) => [
      agent,
      subgraph,
      ...parallel.map((branch) => branch.agent),
    ])
    .filter((agent) => agent !== undefined);
}
