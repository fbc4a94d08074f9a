import { describeProblem, teamworkSchema } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { findAgent, loadDefinitions } from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { chooseAgent } from '../authoring/choose-agent.ts';
import { type DrawnGraph, graphLines } from '../graphs/graph-lines.ts';
import { handoffWays } from '../graphs/handoff-ways.ts';
import { toMermaid } from '../graphs/mermaid.ts';
import { projectPlaces } from '../running/project-places.ts';

export interface VisualizeFlags {
  project?: string;
  format: 'text' | 'mermaid';
}

/**
 * `agent-home agents graph visualize NAME` (S3-110). Reads only the definition, so it works for an untrusted
 * project. @throws AgentCommandError `agent_not_found`, `no_graph`, `invalid_definition`
 */
export function visualizeGraph(name: string, { project, format }: VisualizeFlags): void {
  const drawn = loadGraph(name, project);
  console.log(format === 'mermaid' ? toMermaid(drawn.graph, drawn.handoffs) : graphLines(drawn).join('\n'));
}

function loadGraph(name: string, project: string | undefined): DrawnGraph {
  const loaded = loadDefinitions(projectPlaces(project));
  const { definition, problems, origin } = chooseAgent(loaded, name, undefined);
  const shown = shownText(name);
  if (!definition) {
    const [first] = problems;
    const why = first ? shownText(describeProblem(first)) : 'unknown reason';
    throw new AgentCommandError(
      'invalid_definition',
      `agent ${shown} is not valid: ${why}; see agent-home agents validate`,
    );
  }
  const { graph: own, handoffs = [] } = teamworkSchema.parse(definition.teamwork);
  if (!own && handoffs.length === 0)
    throw new AgentCommandError(
      'no_graph',
      `agent ${shown} has no graph and no handoffs: add graph with entry, nodes and edges to ${shownText(origin.path)}`,
    );
  // An agent that only has handoffs is drawn as a graph of one node.
  const alone = { name: definition.name, agent: definition.name };
  const graph = own ?? { entry: alone.name, nodes: [alone], edges: [] };
  const hasAgent = (other: string) => findAgent(loaded, other) !== undefined;
  const { name: agent, title } = definition;
  return { agent, title, file: origin.path, graph, hasAgent, handoffs: handoffWays(graph, loaded) };
}
