import type { SourceDocument } from '../document/source-document.ts';
import { nearestName } from '../problems/nearest-name.ts';
import type { Problem } from '../problems/problem.ts';
import type { Graph } from './teamwork.ts';

/** Name of the end of a graph; no node may have it. */
export const endOfGraph = 'END';

/** Reserved for the run's input and for passed payloads; a log cannot hold a member named `__proto__`. */
const reservedNames = new Set(['input', 'payload', '__proto__']);

type Place = readonly (string | number)[];

/** Returns problems of a graph that could never run: unreachable nodes, edges that are never taken. */
export function checkGraph(graph: Graph, document: SourceDocument, place: Place): Problem[] {
  const names = new Set(graph.nodes.map(({ name }) => name));
  const problems = [
    ...checkNodes(graph, document, place),
    ...checkEnds(graph, names, document, place),
    ...checkOrder(graph, document, place),
  ];
  return problems.length > 0 ? problems : checkReach(graph, document, place);
}

function checkNodes(graph: Graph, document: SourceDocument, place: Place): Problem[] {
  const seen = new Set<string>([endOfGraph]);
  return graph.nodes.flatMap(({ name }, index) => {
    const isTaken = seen.has(name);
    seen.add(name);
    const path = [...place, 'nodes', index, 'name'];
    if (reservedNames.has(name))
      return [
        document.problem('reserved_name', path, `"${name}" is reserved in conditions: rename the node`),
      ];
    if (!isTaken) return [];
    return [document.problem('duplicate_name', path, `the node "${name}" is defined twice: rename one`)];
  });
}

function checkEnds(graph: Graph, names: Set<string>, document: SourceDocument, place: Place): Problem[] {
  const targets = new Set([...names, endOfGraph]);
  const unknown = (name: string, known: Set<string>, path: Place): Problem[] =>
    known.has(name)
      ? []
      : [
          document.problem('unknown_node', [...place, ...path], `the node "${name}" does not exist`, {
            nearest: nearestName(name, known),
          }),
        ];
  return [
    ...unknown(graph.entry, names, ['entry']),
    ...graph.edges.flatMap(({ from, to }, index) => [
      ...unknown(from, names, ['edges', index, 'from']),
      ...unknown(to, targets, ['edges', index, 'to']),
    ]),
  ];
}

/** Reports edges that are never taken: the first edge that holds is taken, so no edge after one without a condition is. */
function checkOrder(graph: Graph, document: SourceDocument, place: Place): Problem[] {
  const always = new Set<string>();
  return graph.edges.flatMap(({ from, condition }, index) => {
    const path = [...place, 'edges', index];
    if (!always.has(from)) {
      if (condition === undefined) always.add(from);
      return [];
    }
    return condition === undefined
      ? [document.problem('duplicate_edge', path, twoWays(from))]
      : [
          document.problem(
            'unreachable_edge',
            path,
            `an earlier edge of "${from}" is always taken: reorder the edges or add a condition`,
          ),
        ];
  });
}

/** Explains both remedies, because the author may have wanted parallel edges or may have forgotten a condition. */
function twoWays(from: string): string {
  return `"${from}" has two edges without a condition, but only one edge can be taken: add a condition to the first, or put the nodes in sequence`;
}

function checkReach(graph: Graph, document: SourceDocument, place: Place): Problem[] {
  const reached = new Set([graph.entry]);
  for (const name of reached) for (const { from, to } of graph.edges) if (from === name) reached.add(to);
  return graph.nodes.flatMap(({ name }, index) =>
    reached.has(name)
      ? []
      : [
          document.problem(
            'unreachable_node',
            [...place, 'nodes', index],
            `no path leads from "${graph.entry}" to "${name}": add an edge or remove the node`,
          ),
        ],
  );
}

/**
 * Returns the indexes of nodes from which no path leads to the end: a run that reaches one ends only by a limit. A node with only
 * conditional edges may end if no condition holds.
 */
export function endlessNodes({ nodes, edges }: Graph): number[] {
  const ends = new Set([endOfGraph]);
  for (const { name } of nodes)
    if (edges.every(({ from, condition }) => from !== name || condition !== undefined)) ends.add(name);
  for (const target of ends) for (const { from, to } of edges) if (to === target) ends.add(from);
  return nodes.flatMap(({ name }, index) => (ends.has(name) ? [] : [index]));
}
