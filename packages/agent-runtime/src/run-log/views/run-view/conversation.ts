import type { RecordData, RecordType } from '../../catalogue/catalogue.ts';
import type { RunRecord } from '../../record/run-record.ts';
import { CallSteps } from './call-steps.ts';
import { GraphSteps } from './graph-steps.ts';
import { ResponseSteps } from './response-steps.ts';
import { toShownJson, toShownText } from './shown-text.ts';
import { StepList } from './step-list.ts';
import type { ConversationStep, StepOf } from './step-schema.ts';

/** Adds a record to the steps. Its data have been validated by its type. */
type Handlers = { [Type in RecordType]?: (data: RecordData<Type>, record: RunRecord) => void };

/**
 * Returns a run as a conversation: messages, responses, calls with their decisions, approvals and results, handoffs, nodes,
 * guardrails and memory. A log in progress gives the steps so far.
 * @param records verified, with attachments inserted
 */
export function runConversation(records: readonly RunRecord[]): ConversationStep[] {
  const steps = new StepList();
  const handlers = createHandlers(steps);
  for (const record of records) {
    // `verifyData` has checked that the data match the type; the type system cannot express it.
    const handle = handlers[record.type as RecordType] as
      | ((data: unknown, record: RunRecord) => void)
      | undefined;
    handle?.(record.data, record);
  }
  return steps.all;
}

function createHandlers(steps: StepList): Handlers {
  const responses = new ResponseSteps(steps);
  const calls = new CallSteps(steps);
  const graph = new GraphSteps(steps);
  return {
    ...runHandlers(steps, calls),
    ...memoryHandlers(steps),
    ...teamHandlers(steps, graph),
    'context.built': (data) => responses.prepare(data),
    'model.requested': (data, record) => responses.begin(data, record),
    'model.delta': (data, record) => responses.extend(data, record),
    'model.step': (data, record) => responses.note(data, record),
    'model.answered': (data, record) => responses.finish(data, record),
    'model.failed': (data, record) => responses.fail(data, record),
    'call.requested': (data, record) => calls.request(data, record),
    'policy.decided': (data, record) => {
      if (!calls.decide(data, record) && data.effect !== 'allow') addDecision(steps, data, record);
    },
    'approval.requested': (data, record) => {
      if (!graph.request(data, record)) calls.requestApproval(data, record);
    },
    'approval.decided': (data, record) => {
      if (!graph.decide(data, record)) calls.decideApproval(data, record);
    },
    'call.questioned': (data, record) => calls.question(data, record),
    'call.answered': (data, record) => calls.settle(data, record),
    'call.prepared': (data, record) => calls.note(data.tool_call_id, record),
    'call.unsettled': (data, record) => calls.note(data.tool_call_id, record),
    'kairo.tool.invoke': (data, record) => calls.invoke(data.toolCallId, record),
    'call.finished': (data, record) => calls.finish(data, record),
    'kairo.tool.result': (data, record) => calls.end(data, record),
    'call.names_repaired': (data, record) => addRepair(steps, 'names_repaired', data, record),
    'call.arguments_repaired': (data, record) => addRepair(steps, 'arguments_repaired', data, record),
  };
}

/** Beginning, messages, interruptions and end of a run. */
function runHandlers(steps: StepList, calls: CallSteps): Handlers {
  return {
    'run.started': ({ agent }) => {
      steps.agent = agent;
    },
    'kairo.user.message': ({ origin, text, tainted }, record) => {
      steps.add<'message'>({ kind: 'message', origin, text: toShownText(text), is_tainted: tainted }, record);
    },
    'run.resumed': ({ reason }, record) => addNote(steps, 'resumed', record, { text: toShownText(reason) }),
    'policy.bundle_updated': ({ version, policies }, record) =>
      addNote(steps, 'policies_updated', record, {
        count: policies.length,
        text: toShownText([`v${version}`, ...policies.map(({ name }) => name)].join(' ')),
      }),
    'policy.bundle_stale': ({ reason }, record) =>
      addNote(steps, 'policies_stale', record, { text: toShownText(reason) }),
    'run.timed_out': (_, record) => addNote(steps, 'timed_out', record),
    'run.cancel_requested': ({ reason }, record) =>
      addNote(steps, 'cancel_requested', record, { text: toShownText(reason) }),
    'context.compacted': ({ messages, summary }, record) =>
      addNote(steps, 'compacted', record, { text: toShownText(summary), count: messages }),
    'guardrail.checked': ({ name, policy, passed, on, attempt, errors = [] }, record) => {
      const check = { name, policy, passed, on: on ?? ('output' as const), attempt, errors };
      steps.add<'guardrail'>({ kind: 'guardrail', ...check }, record);
    },
    'run.ended': ({ status, code, message = '', answer, usage }, record) => {
      calls.close();
      const error = code === undefined ? {} : { error: { code, message } };
      steps.add<'end'>({ kind: 'end', status, ...error, answer: toShownText(answer), usage }, record);
    },
  };
}

function memoryHandlers(steps: StepList): Handlers {
  type Entries = RecordData<'memory.recalled'>['entries'];
  const addEntries = (event: 'recalled' | 'memorized', entries: Entries, record: RunRecord) => {
    if (entries.length === 0) return;
    const shown = entries.map(({ key, text, tainted }) => ({
      ...(key === undefined ? {} : { key }),
      text: toShownText(text),
      is_tainted: tainted,
    }));
    steps.add<'memory'>({ kind: 'memory', event, entries: shown }, record);
  };
  return {
    'memory.recalled': ({ entries }, record) => addEntries('recalled', entries, record),
    'memory.memorized': ({ entries }, record) => addEntries('memorized', entries, record),
    'memory.remembered': ({ key, value, tainted }, record) => {
      const entry = { key, text: toShownText(value), is_tainted: tainted };
      steps.add<'memory'>({ kind: 'memory', event: 'remembered', entries: [entry] }, record);
    },
    'memory.unavailable': ({ code, message }, record) => {
      const error = { code, message };
      steps.add<'memory'>({ kind: 'memory', event: 'unavailable', entries: [], error }, record);
    },
  };
}

/** Handoffs, agents and nodes. */
function teamHandlers(steps: StepList, graph: GraphSteps): Handlers {
  return {
    'handoff.requested': ({ from, to, reason, payload, condition }, record) => {
      const why = condition === undefined ? {} : { condition };
      const handoff = { kind: 'handoff', from, to, reason, payload: toShownJson(payload), ...why } as const;
      steps.add<'handoff'>(handoff, record);
    },
    'handoff.refused': ({ from, to, code, condition }, record) => {
      const why = condition === undefined ? {} : { condition };
      steps.add<'handoff'>({ kind: 'handoff', from, to, reason: '', code, ...why }, record);
    },
    'run.leg_started': ({ pinned }, record) => {
      steps.agent = pinned.agent;
      steps.add<'agent'>({ kind: 'agent', event: 'started', name: pinned.agent }, record);
    },
    'run.leg_resumed': ({ agent }, record) => {
      steps.agent = agent;
      steps.add<'agent'>({ kind: 'agent', event: 'resumed', name: agent }, record);
    },
    'run.leg_unavailable': ({ agent, code, message }, record) => {
      const error = { code, message };
      steps.add<'agent'>({ kind: 'agent', event: 'unavailable', name: agent, error }, record);
    },
    'graph.node_started': (data, record) => graph.begin(data, record),
    'graph.node_ended': (data, record) => graph.end(data, record),
    'graph.branches_started': (data, record) => graph.branch(data, record),
    'graph.branches_ended': (data, record) => graph.join(data, record),
    'graph.edge_taken': (data, record) => graph.leave(data, record),
  };
}

function addNote(
  steps: StepList,
  event: StepOf<'note'>['event'],
  record: RunRecord,
  more: Pick<StepOf<'note'>, 'text' | 'count'> = {},
): void {
  steps.add<'note'>({ kind: 'note', event, ...more }, record);
}

function addRepair(
  steps: StepList,
  event: 'names_repaired' | 'arguments_repaired',
  { repaired, failures_sample }: RecordData<'call.arguments_repaired' | 'call.names_repaired'>,
  record: RunRecord,
): void {
  const reasons = [...new Set(failures_sample.map(({ reason }) => reason))].join('\n');
  addNote(steps, event, record, {
    count: repaired,
    ...(reasons === '' ? {} : { text: toShownText(reasons) }),
  });
}

/** Decision about a model or about memory; a permitted one is no step. */
function addDecision(steps: StepList, data: RecordData<'policy.decided'>, record: RunRecord): void {
  const { action, effect, code, rules, provider, model, tool = '' } = data;
  const subject = action === 'model.use' ? `${provider}/${model}` : tool;
  const decision = { effect, rules, ...(code === undefined ? {} : { code }) };
  steps.add<'decision'>({ kind: 'decision', action, subject, decision }, record);
}
