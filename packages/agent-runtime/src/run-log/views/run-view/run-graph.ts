import type { RecordData } from '../../catalogue/catalogue.ts';
import type { RunRecord } from '../../record/run-record.ts';
import { graphProgress } from '../graph-progress.ts';
import type { RunGraph } from './run-view-schema.ts';

/** Returns the graph that a run has pinned, with its progress; undefined for a run without a graph. */
export function runGraph(records: readonly RunRecord[]): RunGraph | undefined {
  // `verifyData` has checked that the data match the type; the type system cannot express it.
  const started = records[0]?.data as unknown as RecordData<'run.started'> | undefined;
  const graph = started?.graph;
  if (!graph) return undefined;
  const progress = graphProgress(records);
  const taken = new Map<string, number>();
  for (const { type, data } of records) {
    if (type !== 'graph.edge_taken') continue;
    const way = toWay(String(data.from), String(data.to), data.condition as string | undefined);
    taken.set(way, (taken.get(way) ?? 0) + 1);
  }
  return {
    entry: graph.entry,
    nodes: graph.nodes.map((node) => {
      const { visits = 0, isAtWork = false } = progress.get(node.name) ?? {};
      return { ...node, visits, is_at_work: isAtWork };
    }),
    edges: graph.edges.map((edge) => ({
      ...edge,
      taken: taken.get(toWay(edge.from, edge.to, edge.condition)) ?? 0,
    })),
  };
}

function toWay(from: string, to: string, condition: string | undefined): string {
  return JSON.stringify([from, to, condition ?? null]);
}
