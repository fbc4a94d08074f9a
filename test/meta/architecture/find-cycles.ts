import type { ImportGraph } from '../../../infra/imports/import-graph.ts';

/** Returns the files of each import cycle: the shortest one through each import, each set of files once. */
export function findCycles(graph: ImportGraph): string[][] {
  const cycles = new Map<string, string[]>();
  const components = collectComponents(graph);
  for (const [file, targets] of graph)
    for (const target of targets) {
      if (file !== target && components.get(file) !== components.get(target)) continue;
      const cycle = [file, ...pathBetween(target, file, graph, components)];
      const key = [...cycle].sort().join();
      if (!cycles.has(key)) cycles.set(key, cycle);
    }
  return [...cycles.values()];
}

/** Returns the files of the shortest path from one file to another within their component, without the last. */
function pathBetween(
  from: string,
  to: string,
  graph: ImportGraph,
  components: ReadonlyMap<string, number>,
): string[] {
  const previous = new Map<string, string | undefined>([[from, undefined]]);
  for (const [file] of previous) {
    if (file === to) break;
    for (const next of graph.get(file) ?? [])
      if (!previous.has(next) && components.get(next) === components.get(to)) previous.set(next, file);
  }
  const path: string[] = [];
  for (let file = previous.get(to); file !== undefined; file = previous.get(file)) path.unshift(file);
  return path;
}

/** Returns the strongly connected component of each file, by number: Tarjan's algorithm with an explicit stack. */
function collectComponents(graph: ImportGraph): Map<string, number> {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const components = new Map<string, number>();
  const open: string[] = [];
  const enter = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    open.push(file);
    return { file, rest: [...(graph.get(file) ?? [])] };
  };
  const lower = (file: string, value: number | undefined) =>
    lowest.set(file, Math.min(lowest.get(file) ?? 0, value ?? 0));
  const close = (file: string) => {
    if (lowest.get(file) !== order.get(file)) return;
    for (const member of open.splice(open.lastIndexOf(file))) components.set(member, order.get(file) ?? 0);
  };
  for (const start of graph.keys()) {
    const path = order.has(start) ? [] : [enter(start)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.pop();
      if (next === undefined) {
        close(top.file);
        path.pop();
        const parent = path.at(-1);
        if (parent) lower(parent.file, lowest.get(top.file));
      } else if (!order.has(next)) path.push(enter(next));
      else if (!components.has(next)) lower(top.file, order.get(next));
    }
  }
  return components;
}
