import type { PinnedGraph, RunLeg } from '../run-log/index.ts';
import { getMember } from './teams.ts';

/** Creates a chain of nodes that share a few agents, with branches in between. */
export function largeGraph(size: number): {
  graph: PinnedGraph;
  team: Record<string, RunLeg>;
  asked: number;
} {
  const kind = (at: number) => (at % 4 === 3 ? undefined : `agent-${at % 3}`);
  const nodes: PinnedGraph['nodes'] = Array.from({ length: size }, (_, at) => {
    const agent = kind(at);
    return { name: `n${at}`, ...(agent === undefined ? {} : { agent }) };
  });
  const edges: PinnedGraph['edges'] = nodes.flatMap(({ name }, at) =>
    at + 1 < size
      ? [
          { from: name, to: 'END', condition: `${name}.stop` },
          { from: name, to: `n${at + 1}` },
        ]
      : [],
  );
  const team = Object.fromEntries(
    [0, 1, 2].map((at) => [`agent-${at}`, getMember(`agent-${at}`, { tools: [] })]),
  );
  return {
    graph: { entry: 'n0', nodes, edges },
    team,
    asked: nodes.filter(({ agent }) => agent !== undefined).length,
  };
}
