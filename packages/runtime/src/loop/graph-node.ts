import type { JsonValue } from '@agent-home/protocol';
import type { RunLeg } from '@agent-home/run-log';
import { conditionState } from '../conditions/state-conditions.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import { chooseEdge, endOfGraph } from '../graph/choose-edge.ts';
import { largestGraphState, nodeMessage, nodeOutput } from '../graph/node-output.ts';
import { contextNow } from '../legs/agent-context.ts';
import { addUsage, legUsage } from '../legs/leg-usage.ts';
import { remainingLimits } from '../legs/remaining-limits.ts';
import type { Ending } from '../state/ending.ts';
import type { GraphState } from '../state/graph-state.ts';
import { end, type StepResult } from '../state/next.ts';
import type { NextLeg, RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { askForLeg, beginLeg } from './begin-leg.ts';
import { intentIdOf, summaryOf, writeLegEnd } from './end-run.ts';
import { askPerson } from './graph-person.ts';

/** How often one node is begun in a run, as rounds of an agent are bounded; and all of them together. */
export const mostVisits = 25;
export const mostSteps = 20_000;

/** Begins a node: each is a checkpoint, from which a run can be forked (spec agent-graphs "Checkpoints"). */
export function beginNode(before: RunState, writer: StepWriter, node: string, cause: number): StepResult {
  const graph = graphOf(before);
  const pinned = graph.nodes.get(node);
  const visit = (graph.visits.get(node) ?? 0) + 1;
  if (!pinned) return end(before, cause, { code: 'unknown_node' });
  if (visit > mostVisits || graph.steps >= mostSteps) return end(before, cause, { code: 'too_many_visits' });
  const { agent, approve } = pinned;
  const begun = { node, visit, ...(agent === undefined ? {} : { agent }) };
  const { seq } = writer.write('graph.node_started', begun, cause);
  const visits = graph.visits.with(node, visit);
  const known = graph.known.withBegun(node);
  const steps = graph.steps + 1;
  const state: RunState = { ...before, graph: { ...graph, node, visits, known, steps, isAtWork: false } };
  if (agent !== undefined) return bringIn(state, writer, agent, seq);
  if (approve !== undefined) return askPerson(state, writer, { node, question: approve, cause: seq });
  return leaveNode(state, writer, { output: null, answer: '', cause: seq });
}

function bringIn(state: RunState, writer: StepWriter, agent: string, cause: number): StepResult {
  const { task, known } = graphOf(state);
  return askForLeg(state, writer, { agent, message: nodeMessage(task, known), input: task, cause });
}

/** The agent of a node begins, bound by what binds the workflow and by what is left of its budgets. */
export function enterNode(
  state: RunState,
  writer: StepWriter,
  { pinned, next, seq }: { pinned: RunLeg; next: NextLeg; seq: number },
): StepResult {
  const graph = graphOf(state);
  const { ended, contexts } = state.legs;
  const inherited = state.first.limits;
  return beginLeg({ ...state, graph: { ...graph, isAtWork: true } }, writer, {
    ...{ pinned, next, seq },
    legs: { depth: 0, chain: graph.bound, ended, contexts },
    limits: remainingLimits(pinned.limits, { inherited, used: ended, rounds: false }),
  });
}

/** What the agent of a node answered is what the node has given. */
export function endNode(before: RunState, writer: StepWriter, cause: number, ending: Ending): StepResult {
  const { answer = '', memorized = [] } = ending;
  writer.write('memory.memorized', { entries: memorized }, cause);
  const result = { status: 'answered', answer };
  const intentId = intentIdOf(before);
  writer.write('kairo.intent.ended', { intentId, result, summary: summaryOf(answer) }, cause);
  writeLegEnd(before, writer, cause, 'answered');
  const { legs, started } = before;
  const state: RunState = {
    ...before,
    graph: { ...graphOf(before), isAtWork: false },
    legs: {
      ...legs,
      ended: addUsage(legs.ended, legUsage(before)),
      contexts: legs.contexts.with(started.agent, contextNow(before)),
    },
  };
  return leaveNode(state, writer, { output: nodeOutput(answer), answer, cause });
}

interface Given {
  output: JsonValue;
  /** What the run answers if the graph ends here. */
  answer: string;
  cause: number;
}

/** Writes what the node has given, and continues where its edges lead. */
export function leaveNode(
  before: RunState,
  writer: StepWriter,
  { output, answer, cause }: Given,
): StepResult {
  const graph = graphOf(before);
  const { node, pinned } = graph;
  const { seq } = writer.write(
    'graph.node_ended',
    { node, visit: graph.visits.get(node) ?? 1, output },
    cause,
  );
  const known = output === null ? graph.known : graph.known.withOutput(node, output, graph.nodes);
  const lastAnswer = answer === '' ? graph.lastAnswer : answer;
  const state: RunState = { ...before, graph: { ...graph, known, lastAnswer } };
  if (output !== null && known.length > largestGraphState)
    return end(state, seq, { code: 'graph_state_too_large' });
  const remembered = state.first.session_memory?.values ?? [];
  const taken = chooseEdge(pinned, node, () =>
    conditionState({ remembered, graph: known.toObject(), input: graph.task }),
  );
  const edge = writer.write('graph.edge_taken', taken, seq);
  if (taken.to !== endOfGraph) return { state, next: { to: 'node', cause: edge.seq, node: taken.to } };
  return end(state, edge.seq, { answer: lastAnswer });
}

function graphOf({ graph }: RunState): GraphState {
  if (!graph) throw new RuntimeError('unexpected_input', 'the run has no graph');
  return graph;
}
