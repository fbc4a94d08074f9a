import type { JsonValue } from '@agent-home/protocol';
import type { RunRecord } from '../record/run-record.ts';
import { type MessageParts, messageNode } from './dag-message.ts';
import type { Dag, DagEdge, DagNode } from './dag-node.ts';
import { type TaskParts, taskNode } from './dag-task.ts';

interface Step {
  message: MessageParts;
  tasks: TaskParts[];
}

/**
 * Returns a log as the graph of S1, with a node for each model request and each requested call. It uses records only, so a log in
 * progress gives the graph so far.
 * @param records with attached values inserted
 */
export function runDag(records: readonly RunRecord[]): Dag {
  const [first] = records;
  if (!first) return { run_id: '', nodes: [], edges: [] };
  const isCertified = first.data.identity !== undefined;
  const drawn = gather(records).map(({ message, tasks }) => {
    return { message: messageNode(message, isCertified), tasks: tasks.map(taskNode) };
  });
  return {
    run_id: first.correlationId,
    nodes: drawn.flatMap(({ message, tasks }) => [message, ...tasks]),
    edges: drawn.flatMap((step, index) => collectEdges(step, drawn[index + 1]?.message)),
  };
}

/** Links the result of a call to the next request; a required gate blocks everything after it (S1-52). */
function collectEdges(
  { message, tasks }: { message: DagNode; tasks: DagNode[] },
  next: DagNode | undefined,
): DagEdge[] {
  const expanded = tasks.map(({ id }): DagEdge => ({ from: message.id, to: id, type: 'sequence' }));
  const behind = tasks.flatMap((task, index): DagEdge[] => {
    const gated = isGate(task)
      ? tasks.slice(index + 1).map(({ id }): DagEdge => ({ from: task.id, to: id, type: 'dependency' }))
      : [];
    const type = isGate(task) ? 'dependency' : 'sequence';
    return next ? [...gated, { from: task.id, to: next.id, type }] : gated;
  });
  const alone: DagEdge[] =
    tasks.length === 0 && next ? [{ from: message.id, to: next.id, type: 'sequence' }] : [];
  return [...expanded, ...behind, ...alone];
}

function isGate({ metadata }: DagNode): boolean {
  const approval = metadata.approval as { required?: unknown; deny_effect?: unknown } | undefined;
  return approval?.required === true && approval.deny_effect === 'block';
}

function gather(records: readonly RunRecord[]): Step[] {
  const steps: Step[] = [];
  const messages = new Map<JsonValue | undefined, Step>();
  const tasks = new Map<JsonValue | undefined, TaskParts>();
  let built: RunRecord | undefined;
  let text: string | undefined;
  const begin = (message: RunRecord, requested: RunRecord | undefined): Step => {
    const parts = { requested, built: message, text, deltas: [], answered: undefined, failed: undefined };
    const repaired = { namesRepaired: undefined, argumentsRepaired: undefined };
    const step: Step = { message: { ...parts, ...repaired, calls: [], isOver: false }, tasks: [] };
    const before = steps.at(-1);
    // A repeated request replaces one that its process lost.
    if (before) before.message.isOver = true;
    text = undefined;
    steps.push(step);
    return step;
  };
  for (const record of records) {
    const { type, data } = record;
    const step = messages.get(data.model_call_id);
    const task = tasks.get(data.tool_call_id ?? data.toolCallId);
    const last = steps.at(-1);
    if (type === 'kairo.intent.started') text = String(data.query);
    else if (type === 'context.built') {
      built = record;
      if (data.fits === false) begin(record, undefined);
    } else if (type === 'model.requested' && data.purpose !== undefined) {
      // A request outside of the conversation: its result is metadata of the step that needed it.
    } else if (type === 'model.requested' && built) messages.set(data.model_call_id, begin(built, record));
    else if (type === 'model.delta') step?.message.deltas.push(record);
    else if (type === 'model.answered' && step) step.message.answered = record;
    else if (type === 'model.failed' && step) step.message.failed = record;
    else if (type === 'call.names_repaired' && last) last.message.namesRepaired = record;
    else if (type === 'call.arguments_repaired' && last) last.message.argumentsRepaired = record;
    else if (type === 'call.requested' && last) {
      const round = Number(last.message.built.data.round);
      const about = {
        decided: undefined,
        confirmed: undefined,
        asked: undefined,
        invoked: undefined,
        result: undefined,
      };
      const parts: TaskParts = { requested: record, round, ...about, isOver: false };
      last.message.calls.push(record);
      last.tasks.push(parts);
      tasks.set(data.tool_call_id, parts);
    } else if (type === 'policy.decided' && task) {
      task.decided = record;
      if (data.effect === 'confirm') task.confirmed ??= record;
    } else if (type === 'approval.requested' && task) task.asked = record;
    else if (type === 'kairo.tool.invoke' && task) task.invoked = record;
    else if (type === 'kairo.tool.result' && task) task.result = record;
    else if (type === 'run.ended')
      for (const each of steps) {
        each.message.isOver = true;
        for (const open of each.tasks) open.isOver = true;
      }
  }
  return steps;
}
