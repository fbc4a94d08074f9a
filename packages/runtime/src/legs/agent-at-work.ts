import type { RunState } from '../state/run-state.ts';

/** Whose the moment is: the agent of the running leg; between the nodes of a graph, where persons are asked, the workflow. */
export function agentAtWork({ graph, first, started }: RunState): string {
  return graph && !graph.isAtWork ? first.agent : started.agent;
}
