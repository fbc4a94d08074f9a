import type { RunRecord } from '../../record/run-record.ts';
import { runDag } from '../dag.ts';
import type { DagItem } from './run-view-schema.ts';

/**
 * Returns the graph of S1 as a list that can be read in pieces: each node with the edges that lead to it. Edges lead to later nodes
 * only, so a piece refers to no later one.
 */
export function runDagItems(records: readonly RunRecord[]): DagItem[] {
  const { nodes, edges } = runDag(records);
  const seqs = new Map(records.map(({ id, seq }) => [id, seq]));
  const reaching = new Map<string, DagItem['from']>();
  for (const { from, to, type } of edges) {
    const known = reaching.get(to);
    if (known) known.push({ node: from, type });
    else reaching.set(to, [{ node: from, type }]);
  }
  return nodes.map((node) => ({ node, seq: seqs.get(node.id) ?? 0, from: reaching.get(node.id) ?? [] }));
}
