import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { addUsage, legUsage } from '../budgets/leg-usage.ts';
import { remainingLimits } from '../budgets/limits.ts';
import { conditionState, judgeCondition } from '../conditions/state-conditions.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import { contextNow } from '../legs/agent-context.ts';
import { askForLeg, beginLeg, chainWith } from '../legs/begin-leg.ts';
import { getIntentId, getSummary, writeLegEnd } from '../legs/end-leg.ts';
import type { InheritedRules } from '../policy/index.ts';
import type { PinnedGraph, RecordData, RunLeg } from '../run-log/index.ts';
import type { GraphState } from '../state/graph-state.ts';
import { KnownValues } from '../state/known-values.ts';
import { LayeredMap } from '../state/layered-map.ts';
import type { AgentContext } from '../state/legs-state.ts';
import { end, type StepResult } from '../state/next.ts';
import type { Ending, NextLeg, RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { getWording } from '../wording/select-wording.ts';
import { beginBranches, hasBranches, onBranchesEnded } from './branches.ts';
import { askPerson } from './graph-person.ts';
import { nodeOutput } from './node-output.ts';

/** Limit of starts of one node in a run, and of all nodes together. */
export const mostVisits = 25;
export const mostSteps = 20_000;

/** Begins a node: each is a checkpoint, from which a run can be forked (spec agent-graphs "Checkpoints"). */
export function beginNode(before: RunState, writer: StepWriter, node: string, cause: number): StepResult {
  const graph = toGraph(before);
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
  if (hasBranches(pinned))
    return beginBranches(
      state,
      writer,
      { node: pinned, message: messageOfNode(state), cause: seq },
      (leaving) => leaveNode(state, writer, leaving),
    );
  if (agent !== undefined) return bringIn(state, writer, agent, seq);
  if (approve !== undefined) return askPerson(state, writer, { node, question: approve, cause: seq });
  return leaveNode(state, writer, { output: null, answer: '', cause: seq });
}

function bringIn(state: RunState, writer: StepWriter, agent: string, cause: number): StepResult {
  const { task } = toGraph(state);
  return askForLeg(state, writer, { agent, message: messageOfNode(state), input: task, cause });
}

function messageOfNode(state: RunState): string {
  const { task, known } = toGraph(state);
  return nodeMessage(task, known, getWording(state).beforeNodeOutputs);
}

/** Continues after a node whose branches have ended. */
export function endBranches(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'graph.branches_ended'>,
): StepResult {
  return onBranchesEnded(state, writer, data, (after, leaving) => leaveNode(after, writer, leaving));
}

/** Starts the agent of a node, under the rules of the workflow and the rest of its budget. */
export function enterNode(
  state: RunState,
  writer: StepWriter,
  { pinned, next, seq }: { pinned: RunLeg; next: NextLeg; seq: number },
): StepResult {
  const graph = toGraph(state);
  const { ended, contexts } = state.legs;
  const inherited = state.first.limits;
  return beginLeg({ ...state, graph: { ...graph, isAtWork: true } }, writer, {
    pinned,
    next,
    seq,
    legs: { depth: 0, chain: graph.bound, ended, contexts },
    limits: remainingLimits(pinned.limits, { inherited, used: ended, rounds: false }),
  });
}

/** Ends a node with the answer of its agent as its output. */
export function endNode(before: RunState, writer: StepWriter, cause: number, ending: Ending): StepResult {
  const { answer = '', memorized = [] } = ending;
  writer.write('memory.memorized', { entries: memorized }, cause);
  const result = { status: 'answered', answer };
  const intentId = getIntentId(before);
  writer.write('kairo.intent.ended', { intentId, result, summary: getSummary(answer) }, cause);
  writeLegEnd(before, writer, cause, 'answered');
  const { legs, started } = before;
  const state: RunState = {
    ...before,
    graph: { ...toGraph(before), isAtWork: false },
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
  /** Answer of the run if the graph ends here. */
  answer: string;
  /** Values of the state that a person has set. */
  values?: JsonObject | undefined;
  cause: number;
}

/** Records the output of a node and follows its edges. */
export function leaveNode(
  before: RunState,
  writer: StepWriter,
  { output, answer, values = {}, cause }: Given,
): StepResult {
  const graph = toGraph(before);
  const { node, pinned } = graph;
  const { seq } = writer.write(
    'graph.node_ended',
    { node, visit: graph.visits.get(node) ?? 1, output },
    cause,
  );
  const left = output === null ? graph.known : graph.known.withOutput(node, output, graph.nodes);
  const known = left.withValues(values);
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

function toGraph({ graph }: RunState): GraphState {
  if (!graph) throw new RuntimeError('unexpected_input', 'the run has no graph');
  return graph;
}

/**
 * Starts the graph of a workflow. The workflow's own model gets no request; its nodes do. A fork starts at the node where it was
 * forked, with the state known there.
 */
export function beginGraph(
  before: RunState,
  { pinned, task, cause }: { pinned: PinnedGraph; task: string; cause: number },
): StepResult {
  const { start } = pinned;
  const bound: InheritedRules[] = chainWith(before);
  const contexts = LayeredMap.of(
    (start?.contexts ?? []).map(({ agent, ...context }): [string, AgentContext] => [agent, context]),
  );
  const state: RunState = {
    ...before,
    input: task,
    tainted: before.tainted || start?.tainted === true,
    legs: { ...before.legs, contexts },
    graph: {
      pinned,
      bound,
      task,
      node: '',
      isAtWork: false,
      lastAnswer: '',
      steps: 0,
      nodes: new Map(pinned.nodes.map((node) => [node.name, node])),
      visits: LayeredMap.of(Object.entries(start?.visits ?? {})),
      known: KnownValues.of(start?.values ?? {}, Object.keys(start?.visits ?? {})),
    },
  };
  return { state, next: { to: 'node', cause, node: start?.node ?? pinned.entry } };
}

/** Target of an edge that ends a graph (S3-106). */
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

/** Maximum size of all node outputs of a run, which each node is shown, in UTF-16 units. */
export const largestGraphState = 256 * 1024;

/** Message for the agent of a node: the task, and the outputs of the nodes before it. */
export function nodeMessage(task: string, known: KnownValues, before: string): string {
  const given = known.givenText();
  return given === undefined ? task : `${task}\n\n${before}\n${given}`;
}
