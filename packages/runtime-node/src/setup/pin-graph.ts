import { type AgentDefinition, teamworkSchema } from '@agent-home/agent-runtime/definition';
import type { GraphStart, PinnedGraph } from '@agent-home/agent-runtime/run-log';

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
      nodes: graph.nodes.map(({ name, agent, approve }) => ({
        name,
        ...(agent === undefined ? {} : { agent }),
        ...(approve === undefined ? {} : { approve }),
      })),
      edges: graph.edges.map(({ from, to, condition }) => ({
        from,
        to,
        ...(condition === undefined ? {} : { condition }),
      })),
      ...(start === undefined ? {} : { start }),
    },
  };
}
