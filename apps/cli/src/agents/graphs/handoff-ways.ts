import { type Graph, teamworkSchema } from '@agent-home/agent-runtime/definition';
import { findAgent, type LoadedDefinitions } from '@agent-home/runtime-node/definitions';

/** A handoff that an agent of a graph may make. */
export interface HandoffWay {
  from: string;
  to: string;
  when?: string;
}

/** Returns the handoffs of the agents of a graph and of their direct and indirect targets, each once. */
export function handoffWays(graph: Graph, loaded: LoadedDefinitions): HandoffWay[] {
  const agents = new Set(
    graph.nodes.flatMap(({ agent, parallel = [] }) => [
      ...(agent === undefined ? [] : [agent]),
      ...parallel.map((branch) => branch.agent),
    ]),
  );
  const ways: HandoffWay[] = [];
  // The loop also visits agents that are added during it.
  for (const from of agents) {
    const { handoffs = [] } = teamworkSchema.parse(findAgent(loaded, from)?.definition?.teamwork ?? {});
    for (const { to, when } of handoffs) {
      ways.push({ from, to, ...(when === undefined ? {} : { when }) });
      agents.add(to);
    }
  }
  return ways;
}
