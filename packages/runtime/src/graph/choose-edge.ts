import type { JsonObject } from '@agent-home/protocol';
import type { PinnedGraph, RecordData } from '@agent-home/run-log';
import { judgeCondition } from '../conditions/state-conditions.ts';

/** Where a graph ends (S3-106). */
export const endOfGraph = 'END';

type Taken = RecordData<'graph.edge_taken'>;

/** Returns the first edge of a node whose condition holds; without one the graph ends (S3-220). */
export function chooseEdge({ edges }: PinnedGraph, from: string, state: () => JsonObject): Taken {
  const passed_by: Taken['passed_by'] = [];
  let judged: JsonObject | undefined;
  for (const { from: source, to, condition } of edges) {
    if (source !== from) continue;
    if (condition === undefined) return { from, to, passed_by };
    judged ??= state();
    const { holds, error } = judgeCondition(condition, judged);
    if (holds) return { from, to, condition, passed_by };
    passed_by.push({ to, condition, ...(error === undefined ? {} : { error }) });
  }
  return { from, to: endOfGraph, passed_by };
}
