import type { RunRecord } from '../record/run-record.ts';

/** Progress of a node in a run. */
export interface NodeProgress {
  visits: number;
  /** True if the run is at this node. */
  isAtWork: boolean;
}

/** Progress of a run in its graph, by the names of nodes that were begun. */
export type GraphProgress = ReadonlyMap<string, NodeProgress>;

/** Returns the progress of a run, ended or not, from its records. */
export function graphProgress(records: readonly RunRecord[]): GraphProgress {
  const progress = new Map<string, NodeProgress>();
  for (const { type, data } of records) {
    const node = String(data.node);
    if (type === 'graph.node_started') progress.set(node, { visits: Number(data.visit), isAtWork: true });
    const begun = progress.get(node);
    if (type === 'graph.node_ended' && begun) progress.set(node, { ...begun, isAtWork: false });
    if (type === 'run.ended')
      for (const [name, each] of progress) progress.set(name, { ...each, isAtWork: false });
  }
  return progress;
}
