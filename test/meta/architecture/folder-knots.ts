import { dirname } from 'node:path/posix';

/** Import between two files, as paths from the root of the repository. */
interface Import {
  from: string;
  to: string;
}

/** Folders that import each other, directly or through others, with one import for each step of the cycle. */
interface Knot {
  folders: string[];
  imports: Import[];
}

/** Returns, for each folder, the folders that its files import from, each with one such import. */
function folderGraph(imports: Iterable<Import>): Map<string, Map<string, Import>> {
  const graph = new Map<string, Map<string, Import>>();
  for (const step of imports) {
    const [from, to] = [dirname(step.from), dirname(step.to)];
    if (from === to) continue;
    const reached = graph.get(from) ?? new Map<string, Import>();
    graph.set(from, reached.has(to) ? reached : reached.set(to, step));
  }
  return graph;
}

/** Returns the shortest cycle from `start` back to it. */
function roundFrom(start: string, graph: Map<string, Map<string, Import>>): Import[] | undefined {
  const ways = new Map<string, Import[]>([[start, []]]);
  for (const [folder, way] of ways) {
    for (const [next, step] of graph.get(folder) ?? []) {
      if (next === start) return [...way, step];
      if (!ways.has(next)) ways.set(next, [...way, step]);
    }
  }
  return undefined;
}

/**
 * Returns folders that import each other, directly or through others. A folder and its subfolder count as two:
 * a reader of the one would have to read the other first, in both directions.
 */
export function folderKnots(imports: Iterable<Import>): Knot[] {
  const graph = folderGraph(imports);
  const told = new Set<string>();
  const knots: Knot[] = [];
  for (const folder of [...graph.keys()].sort()) {
    const round = roundFrom(folder, graph);
    if (!round) continue;
    const folders = round.map(({ from }) => dirname(from)).sort();
    if (told.has(folders.join())) continue;
    told.add(folders.join());
    knots.push({ folders, imports: round });
  }
  return knots;
}
