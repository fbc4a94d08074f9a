import type { JsonObject } from '@agent-home/protocol';
import type { CallRequested } from '../../catalogue/call-types.ts';
import type { RunRecord } from '../../record/run-record.ts';
import type { DagEdge, DagNode, RunDag } from './dag-node.ts';
import { messageNode, type QuestionRecords } from './message-node.ts';
import { type CallRecords, taskNode } from './task-node.ts';

/** One round: a question to a model, and the calls that its answer asked for. */
interface Round {
  question: QuestionRecords;
  calls: Map<string, CallRecords>;
}

/** A log as the graph of its messages and tasks (S1): made of it whenever it is wanted, and kept nowhere. */
export function runDag(records: readonly RunRecord[]): RunDag {
  const query = String(records.find(({ type }) => type === 'kairo.user.message')?.data.text ?? '');
  const nodes: DagNode[] = [];
  const edges: DagEdge[] = [];
  let before: DagNode[] = [];
  for (const { question, calls } of roundsOf(records)) {
    const message = messageNode(question, query);
    const tasks = [...calls.values()].map(taskNode);
    for (const node of before) edges.push({ from: node.id, to: message.id, kind: kindAfter(node) });
    for (const { id } of tasks) edges.push({ from: message.id, to: id, kind: 'sequence' });
    nodes.push(message, ...tasks);
    before = tasks.length > 0 ? tasks : [message];
  }
  return { nodes, edges };
}

/** What comes after a required approval depends on it; after an optional one it goes on all the same. */
function kindAfter({ metadata }: DagNode): DagEdge['kind'] {
  const { approval } = metadata;
  return isObject(approval) && approval.required === true ? 'dependency' : 'sequence';
}

function roundsOf(records: readonly RunRecord[]): Round[] {
  const rounds: Round[] = [];
  for (const record of records) {
    const round = rounds.at(-1);
    const { type, data } = record;
    if (type === 'context.built')
      rounds.push({ question: { built: record, deltas: [], calls: [] }, calls: new Map() });
    else if (!round) continue;
    else if (type === 'model.requested') round.question.requested = record;
    else if (type === 'model.delta') round.question.deltas.push(record);
    else if (type === 'model.answered' || type === 'model.failed') round.question.ended = record;
    else if (type === 'call.requested') {
      round.question.calls.push(data as unknown as CallRequested);
      round.calls.set(String(data.tool_call_id), { requested: record });
    } else noteCall(round.calls, record);
  }
  return rounds;
}

function noteCall(calls: Map<string, CallRecords>, record: RunRecord): void {
  const { type, data } = record;
  const call = calls.get(String(type === 'kairo.tool.result' ? data.toolCallId : data.tool_call_id));
  if (!call) return;
  if (type === 'policy.decided') call.decided ??= record;
  else if (type === 'approval.requested') call.approval = record;
  else if (type === 'kairo.tool.result') call.result = record;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
