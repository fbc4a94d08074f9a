import { canonicalJson, type JsonObject, type JsonValue } from '@agent-home/protocol';
import { addUsage } from '../budgets/leg-usage.ts';
import { conditionState } from '../conditions/state-conditions.ts';
import { toCharged } from '../delegation/delegated-usage.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import type { BranchResult, GraphNode, RecordData } from '../run-log/index.ts';
import type { GraphState } from '../state/graph-state.ts';
import { end, type StepResult, wait } from '../state/next.ts';
import type { Branch, RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { getWording } from '../wording/select-wording.ts';
import { nodeOutput } from './node-output.ts';
import { ReduceError, reduceOutputs } from './reduce.ts';

/** Limit of items that a node maps over. */
export const mostItems = 100;

/** Returns true if the work of a node is done in runs of their own: several of them, a graph, or an agent that is retried. */
export function hasBranches({ parallel, map, subgraph, retry }: GraphNode): boolean {
  return (parallel ?? map ?? subgraph ?? retry) !== undefined;
}

/** Output of a node with its answer, which is the run's if the graph ends there. */
export interface LeavingNode {
  output: JsonValue;
  answer: string;
  cause: number;
}

/**
 * Starts the branches of a node.
 * @param message with the task and the outputs so far
 * @param leave continues after the node, for a list without items
 */
export function beginBranches(
  state: RunState,
  writer: StepWriter,
  { node, message, cause }: { node: GraphNode; message: string; cause: number },
  leave: (leaving: LeavingNode) => StepResult,
): StepResult {
  const branches = listBranches(state, node, message);
  if ('code' in branches) return end(state, cause, branches);
  if (branches.all.length === 0) return leave({ ...joinOutputs(state, node, [], []), cause });
  return startAttempt(state, writer, { node, attempt: 1, branches: branches.all, results: [], cause });
}

/** Handles the ends of the runs of a node's branches: those that failed are retried as often as the node says. */
export function onBranchesEnded(
  before: RunState,
  writer: StepWriter,
  data: RecordData<'graph.branches_ended'>,
  leave: (state: RunState, leaving: LeavingNode) => StepResult,
): StepResult {
  const { waiting } = before;
  const isExpected =
    waiting.for === 'branches' &&
    waiting.node.name === data.node &&
    waiting.attempt === data.attempt &&
    waiting.branches.length === data.results.length &&
    waiting.branches.every(({ id, agent }, index) => {
      const result = data.results[index];
      return result?.id === id && result.agent === agent;
    });
  if (waiting.for !== 'branches' || !isExpected)
    throw new RuntimeError('unexpected_input', 'the run does not wait for these branches');
  const { node, attempt, branches } = waiting;
  const { seq } = writer.write('graph.branches_ended', data, waiting.cause);
  const state: RunState = {
    ...before,
    waiting: { for: 'nothing' },
    tainted: before.tainted || data.results.some(({ tainted }) => tainted),
    legs: { ...before.legs, ended: addUsage(before.legs.ended, toCharged(data.delegated)) },
  };
  const results = [...waiting.results, ...data.results];
  const failed = branches.filter((_, index) => data.results[index]?.status !== 'answered');
  const again = { node, attempt: attempt + 1, results, cause: seq };
  if (failed.length > 0 && attempt <= (node.retry ?? 0))
    return startAttempt(state, writer, { ...again, branches: failed });
  const [first] = data.results.filter(({ status }) => status !== 'answered');
  if (first) return end(state, seq, describeFailure(node, first));
  const answered = results
    .filter(({ status }) => status === 'answered')
    .toSorted((one, other) => position(node, one) - position(node, other));
  try {
    const joined = joinOutputs(
      state,
      node,
      answered.map(({ answer }) => nodeOutput(answer)),
      answered.map(({ answer }) => answer),
    );
    return leave(state, { ...joined, cause: seq });
  } catch (error) {
    if (!(error instanceof ReduceError)) throw error;
    return end(state, seq, { code: error.code, message: `node ${node.name}: ${error.message}` });
  }
}

function startAttempt(
  state: RunState,
  writer: StepWriter,
  attempt: {
    node: GraphNode;
    attempt: number;
    branches: readonly Branch[];
    results: readonly BranchResult[];
    cause: number;
  },
): StepResult {
  const { node, attempt: number, branches, results, cause } = attempt;
  const visit = state.graph?.visits.get(node.name) ?? 1;
  const { seq } = writer.write(
    'graph.branches_started',
    {
      node: node.name,
      visit,
      attempt: number,
      branches: branches.map(({ id, agent }) => ({ id, agent })),
    },
    cause,
  );
  return wait({
    ...state,
    waiting: { for: 'branches', node, visit, attempt: number, branches, results, cause: seq },
  });
}

type Refusal = { code: string; message: string };

function listBranches(
  state: RunState,
  { name, agent = '', parallel, map, subgraph }: GraphNode,
  message: string,
): { all: Branch[] } | Refusal {
  if (parallel) return { all: parallel.map((branch) => ({ id: branch.name, agent: branch.agent, message })) };
  if (map === undefined) return { all: [{ id: name, agent: subgraph ?? agent, message }] };
  const items = valueAt(stateOf(state), map);
  if (!Array.isArray(items))
    return {
      code: 'map_needs_list',
      message: `node ${name} maps over ${map}, which is not a list: let an earlier node return one`,
    };
  if (items.length > mostItems)
    return {
      code: 'map_too_long',
      message: `node ${name} maps over ${items.length} items, and ${mostItems} are possible: split the list`,
    };
  const wording = getWording(state);
  return {
    all: items.map((item, index) => ({
      id: String(index + 1),
      agent,
      message: `${message}\n\n${wording.itemOfList(index + 1, items.length)}\n${canonicalJson(item)}`,
    })),
  };
}

function stateOf({ graph, first }: RunState): JsonObject {
  const remembered = first.session_memory?.values ?? [];
  return conditionState({ remembered, graph: graph?.known.toObject() ?? {}, input: graph?.task ?? '' });
}

function valueAt(value: JsonValue, path: string): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const name of path.split('.')) {
    const members: JsonObject = isObject(found) ? found : {};
    found = Object.hasOwn(members, name) ? members[name] : undefined;
  }
  return found;
}

/** @throws ReduceError */
function joinOutputs(
  { graph }: RunState,
  { parallel, map, reduce = {} }: GraphNode,
  outputs: readonly JsonValue[],
  answers: readonly string[],
): { output: JsonValue; answer: string } {
  if (!parallel && map === undefined) return { output: outputs[0] ?? '', answer: answers[0] ?? '' };
  const known = (graph as GraphState | undefined)?.known.toObject() ?? {};
  const reduced = reduceOutputs(outputs, reduce, known);
  const own: JsonObject = parallel
    ? Object.fromEntries(parallel.map(({ name }, index) => [name, outputs[index] ?? '']))
    : { results: [...outputs] };
  const output = { ...own, ...reduced };
  return { output, answer: canonicalJson(output) };
}

function describeFailure(
  { name, retry = 0 }: GraphNode,
  { id, agent, code = 'branch_failed', message = 'the run did not answer' }: BranchResult,
): Refusal {
  const tries = retry === 0 ? '' : ` after ${retry + 1} attempts`;
  return { code, message: `branch ${id} of node ${name}, agent ${agent}, failed${tries}: ${message}` };
}

/** Returns the place of a branch among those of its node: items of a list are numbered. */
function position({ parallel }: GraphNode, { id }: BranchResult): number {
  return parallel ? parallel.findIndex(({ name }) => name === id) : Number(id);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
