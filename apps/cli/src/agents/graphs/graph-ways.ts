import { endOfGraph, type Graph } from '@agent-home/agent-runtime/definition';

/** Outgoing edge of a node. */
export interface Way {
  to: string;
  /** Absent if the edge applies when no earlier condition held. */
  condition?: string;
  /** True for the implicit end, which no edge declares: a graph ends where no edge of a node holds (S3-220). */
  isImplied: boolean;
}

/** Returns the edges of each node in the order of evaluation, with the implicit edge to the end. */
export function collectWays({ nodes, edges }: Graph): Map<string, Way[]> {
  const ways = new Map(nodes.map(({ name }) => [name, [] as Way[]]));
  for (const { from, to, condition } of edges)
    ways.get(from)?.push({ to, ...(condition === undefined ? {} : { condition }), isImplied: false });
  for (const own of ways.values())
    if (own.every(({ condition }) => condition !== undefined)) own.push({ to: endOfGraph, isImplied: true });
  return ways;
}
