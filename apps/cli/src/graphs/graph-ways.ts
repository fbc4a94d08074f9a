import { endOfGraph, type Graph } from '@agent-home/definition';

/** A way on from a node. */
export interface Way {
  to: string;
  /** Absent: whenever none before it held. */
  condition?: string;
  /** No edge says it: a graph ends where no edge of a node holds (S3-220). */
  isImplied: boolean;
}

/** The ways on from a node in the order in which they are looked at, with the end that no edge has to say. */
export function waysFrom({ edges }: Graph, node: string): Way[] {
  const ways: Way[] = edges
    .filter(({ from }) => from === node)
    .map(({ to, condition }) => ({
      to,
      ...(condition === undefined ? {} : { condition }),
      isImplied: false,
    }));
  const isAlwaysOne = ways.some(({ condition }) => condition === undefined);
  return isAlwaysOne ? ways : [...ways, { to: endOfGraph, isImplied: true }];
}
