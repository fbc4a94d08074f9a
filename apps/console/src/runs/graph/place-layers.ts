/** Size of a node and the gaps around it, in pixels. */
export const nodeSize = { width: 200, height: 72 } as const;
const gap = { across: 24, down: 56 } as const;

export interface Place {
  x: number;
  y: number;
}

/**
 * Places nodes in layers from top to bottom, each below every node that leads to it. An edge that leads back, to a node that comes
 * earlier in the list, moves nothing. Takes time in proportion to nodes and edges.
 * @param names of the nodes, each once, in the order of the work
 */
export function placeLayers(
  names: readonly string[],
  edges: readonly { from: string; to: string }[],
): Map<string, Place> {
  const order = new Map(names.map((name, index) => [name, index]));
  const sources = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const [begin, end] = [order.get(from), order.get(to)];
    if (begin === undefined || end === undefined || begin >= end) continue;
    const known = sources.get(to);
    if (known) known.push(from);
    else sources.set(to, [from]);
  }
  const ranks = new Map<string, number>();
  const layers: string[][] = [];
  for (const name of names) {
    let rank = 0;
    for (const source of sources.get(name) ?? []) rank = Math.max(rank, (ranks.get(source) ?? 0) + 1);
    ranks.set(name, rank);
    const layer = layers[rank];
    if (layer) layer.push(name);
    else layers[rank] = [name];
  }
  const places = new Map<string, Place>();
  for (const [rank, layer] of layers.entries())
    for (const [index, name] of layer.entries())
      places.set(name, {
        x: (index - (layer.length - 1) / 2) * (nodeSize.width + gap.across),
        y: rank * (nodeSize.height + gap.down),
      });
  return places;
}

/** Returns the names of nodes in the order in which a walk from the entry meets them; unreachable ones come last. */
export function orderFrom(
  entry: string,
  names: readonly string[],
  edges: readonly { from: string; to: string }[],
): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const known = next.get(from);
    if (known) known.push(to);
    else next.set(from, [to]);
  }
  const there = new Set(names);
  const met = new Set(there.has(entry) ? [entry] : []);
  // A set keeps its order and also visits what is added during the walk.
  for (const name of met) for (const to of next.get(name) ?? []) if (there.has(to)) met.add(to);
  return [...met, ...names.filter((name) => !met.has(name))];
}
