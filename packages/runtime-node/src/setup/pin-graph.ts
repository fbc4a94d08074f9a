import { type AgentDefinition, type Graph, teamworkSchema } from '@agent-home/agent-runtime/definition';
import type { GraphNode, GraphStart, PinnedGraph } from '@agent-home/agent-runtime/run-log';

/** Pins the graph of a workflow for its runs; empty if the definition has none. */
export function pinGraph(
  { teamwork }: Pick<AgentDefinition, 'teamwork'>,
  start: GraphStart | undefined,
): { graph?: PinnedGraph } {
  const { graph } = teamworkSchema.parse(teamwork);
  if (!graph) return {};
  return {
    graph: {
      entry: graph.entry,
      nodes: graph.nodes.map(pinNode),
      edges: graph.edges.map(({ from, to, condition }) => ({
        from,
        to,
        ...(condition === undefined ? {} : { condition }),
      })),
      ...(start === undefined ? {} : { start }),
    },
  };
}

function pinNode({
  name,
  agent,
  approve,
  parallel,
  map,
  subgraph,
  reduce,
  retry,
}: Graph['nodes'][number]): GraphNode {
  return {
    name,
    ...(agent === undefined ? {} : { agent }),
    ...(approve === undefined ? {} : { approve }),
    ...(parallel === undefined ? {} : { parallel }),
    ...(map === undefined ? {} : { map }),
    ...(subgraph === undefined ? {} : { subgraph }),
    ...(reduce === undefined ? {} : { reduce }),
    ...(retry === undefined ? {} : { retry }),
  };
}
