import { RuntimeError } from '../errors/runtime-error.ts';
import { type FindValue, type GraphStart, hashLine } from '../run-log/index.ts';
import { replayLog } from './replay-log.ts';

/**
 * Returns a checkpoint of a workflow's run as the start of a new run: the node and the state at its start. The log is only read.
 * @param node name of the node; its last visit, unless `visit` is given
 * @throws RuntimeError `no_such_checkpoint`; LogError if the log differs from a replay of its inputs
 */
export function forkPoint(
  lines: readonly string[],
  find: FindValue,
  { node, visit }: { node: string; visit?: number },
): GraphStart {
  const { records } = replayLog(lines, find);
  const begun = records.filter(
    ({ type, data }) =>
      type === 'graph.node_started' && data.node === node && (visit === undefined || data.visit === visit),
  );
  const at = begun.at(-1);
  if (!at)
    throw new RuntimeError(
      'no_such_checkpoint',
      `the run did not reach the node ${node}: choose another node`,
    );
  // Inside the step that begins a node there is no further message.
  const { state } = replayLog(lines.slice(0, at.seq + 1), find);
  const { graph, legs, first, tainted } = state;
  if (!graph)
    throw new RuntimeError('no_such_checkpoint', 'the run is not the run of a workflow, so it has no nodes');
  const visits = new Map(Object.entries(first.graph?.start?.visits ?? {}));
  for (const { seq, type, data } of records)
    if (type === 'graph.node_started' && seq < at.seq) visits.set(String(data.node), Number(data.visit));
  return {
    origin: { run_id: first.run_id, seq: at.seq, hash: hashLine(lines[at.seq] ?? '') },
    node,
    task: graph.task,
    tainted,
    values: graph.known.toObject(),
    visits: Object.fromEntries(visits),
    contexts: [...legs.contexts].map(([agent, { messages, remembered, ...context }]) => ({
      agent,
      messages: [...messages],
      remembered: [...remembered],
      tainted: context.tainted,
    })),
  };
}
