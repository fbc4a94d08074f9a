import type {
  ArgumentsRepaired,
  CallOutcome,
  CallRequested,
  NamesRepaired,
  PolicyDecided,
  RecordData,
  RecordType,
  RunRecord,
} from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { faint, mark } from '../../terminal/colours.ts';
import { preview, shownLines } from '../../terminal/untrusted-text.ts';
import {
  describeApproval,
  describeRequest,
  describeSettlement,
  describeUnsettled,
} from './describe-approvals.ts';
import { describeEnd, describeStart } from './describe-ends.ts';
import {
  describeBranchEnds,
  describeBranches,
  describeEdge,
  describeNode,
  describeNodeEnd,
} from './describe-graph.ts';
import { describeAskedRepair, describeCheck } from './describe-guardrails.ts';
import {
  describeHandoff,
  describeLeg,
  describeLegAgain,
  describeMissingLeg,
  describeRefusedHandoff,
} from './describe-legs.ts';
import { describeRecalled, describeUnavailable } from './describe-memory.ts';
import { describeAnswer, describeContext, describeModelFailure } from './describe-model-answer.ts';
import { describeBundle, describeEffect, describeRules } from './describe-rules.ts';

/** A record, or the matching event for listeners. */
type Told = Pick<RunRecord, 'type' | 'time' | 'data'>;

/** Descriptions by record type. A type without one is described as part of another record. */
type Tellers = { [Type in RecordType]?: (data: RecordData<Type>, record: Told) => string[] };

/** Prints a run record by record, ended or in progress. Data have been validated by type. */
export class RunPrinter {
  /** Maximum length of a shown value, in characters; default: the length of a preview. */
  readonly #length: number | undefined;
  /** Duration of a call, until its result is printed. */
  #elapsedMs: number | undefined;
  /** Text of the last response before its calls, already printed. */
  #said = '';
  /** Tools by call id, since results have only the id. */
  readonly #tools = new Map<string, string>();
  readonly #handedOver = new Set<string>();
  readonly #tellers: Tellers = {
    'run.started': (data, { time }) => describeStart(data, time),
    'kairo.user.message': ({ origin, text, tainted }) => [
      `asked by ${shownText(origin)}${tainted ? ', with text of others' : ''}:`,
      ...shownLines(text).map((line) => `  ${line}`),
      '',
    ],
    'memory.recalled': (data) => describeRecalled(data),
    'memory.unavailable': (data) => describeUnavailable(data),
    'context.built': (data) => [describeContext(data)],
    'model.requested': (data) => describeAskedRepair(data),
    'model.answered': (data) => {
      this.#said = data.tool_calls.length > 0 ? data.content.trim() : '';
      return describeAnswer(data, this.#length);
    },
    'model.failed': (data) => describeModelFailure(data),
    // A model without thoughts of its own has the text before its calls recorded as one.
    'kairo.agent.thought': ({ content }) =>
      content.trim() === this.#said ? [] : [`    thinks: ${preview(content, this.#length)}`],
    'context.compacted': ({ messages }) => [
      `  ${messages} messages of this task were summarized by the model`,
    ],
    'call.names_repaired': (data) => describeRepair('names of tools', data),
    'call.arguments_repaired': (data) => describeRepair('arguments', data),
    'call.requested': (data) => this.#tellRequest(data),
    'policy.decided': (data) => formatDecision(data),
    'call.prepared': ({ prepared }) => [faint(`    prepared ${this.#json(prepared)}`)],
    'call.finished': ({ elapsed_ms, settled }) => {
      this.#elapsedMs = elapsed_ms;
      return settled ? ['    outcome found after the process of the call died'] : [];
    },
    'kairo.tool.result': ({ toolCallId, result }) => this.#tellResult(toolCallId, result),
    'guardrail.checked': describeCheck,
    'run.resumed': ({ reason, torn_bytes: torn }) => [
      `  resumed: ${shownText(reason)}`,
      ...(torn === undefined ? [] : [`    ${torn} bytes of an incomplete last line were removed`]),
    ],
    'policy.bundle_updated': describeBundle,
    'policy.bundle_stale': ({ reason }) => [`  calls are denied: ${shownText(reason)}`],
    'approval.requested': describeRequest,
    'approval.decided': describeApproval,
    'call.unsettled': ({ reason }) => [`    ${shownText(reason)}`],
    'call.questioned': describeUnsettled,
    'call.answered': describeSettlement,
    'run.timed_out': ({ timeout_ms }) => [`  time is up: ${timeout_ms.toLocaleString('en')} ms`],
    'run.cancel_requested': ({ reason }) => [`  cancelled: ${preview(reason)}`],
    'handoff.requested': (data) => {
      // The handoff is printed now: the result of its call would only repeat it after the next agent's start.
      this.#handedOver.add(data.tool_call_id);
      return describeHandoff(data);
    },
    'handoff.refused': describeRefusedHandoff,
    'graph.node_started': describeNode,
    'graph.branches_started': describeBranches,
    'graph.branches_ended': describeBranchEnds,
    'graph.node_ended': describeNodeEnd,
    'graph.edge_taken': describeEdge,
    'run.leg_started': describeLeg,
    'run.leg_resumed': describeLegAgain,
    'run.leg_unavailable': describeMissingLeg,
    'run.ended': (data) => describeEnd(data),
  };

  /** @param length characters to show of a value; default: the length of a preview */
  constructor({ length }: { length?: number | undefined } = {}) {
    this.#length = length;
  }

  tell(record: Told): string[] {
    // `verifyData` has checked that the data match the type; the type system cannot express it.
    const teller = this.#tellers[record.type as RecordType] as
      | ((data: unknown, record: Told) => string[])
      | undefined;
    return teller?.(record.data, record) ?? [];
  }

  #tellRequest(call: CallRequested): string[] {
    const { name, requested_name, name_resolution, arguments_raw, schema_errors, problem } = call;
    const isRepaired = call.arguments_repaired === true;
    const written =
      name === '' || requested_name === name
        ? ''
        : `, written ${JSON.stringify(preview(requested_name, 80))}`;
    const how = name_resolution === 'exact' ? '' : faint(` (${name_resolution}${written})`);
    const given =
      arguments_raw === undefined || isRepaired ? this.#json(call.arguments) : preview(arguments_raw);
    const mended = isRepaired
      ? faint(' (repaired)')
      : call.arguments_mended
        ? faint(' (syntax corrected)')
        : '';
    const shownName = shownText(name) || JSON.stringify(preview(requested_name, 80));
    this.#tools.set(call.tool_call_id, shownName);
    return [
      `    wants ${shownName} ${given}${how}${mended}`,
      ...(schema_errors ?? []).map((error) => `      ${shownText(error)}`),
      ...(problem === undefined ? [] : [`      ${shownText(problem)}`]),
    ];
  }

  #tellResult(callId: string, { status, content, error }: CallOutcome): string[] {
    if (status === 'ok' && this.#handedOver.has(callId)) return [];
    const took = this.#elapsedMs === undefined ? '' : ` in ${this.#elapsedMs.toLocaleString('en')} ms`;
    this.#elapsedMs = undefined;
    const text = content.map((part) => part.text).join('\n');
    const why = error ? ` [${shownText(error.code)}] ${preview(error.message)}` : '';
    const gave = text === '' ? '' : `: ${preview(text, this.#length)}`;
    const tool = this.#tools.get(callId) ?? '';
    return [`    → ${tool} ${status}${took}${why}${gave}`];
  }

  #json(value: unknown): string {
    return preview(JSON.stringify(value), this.#length);
  }
}

/** A permitted model is not reported; every other decision is. */
function formatDecision(decided: PolicyDecided): string[] {
  const { action, effect, risk, code, rules } = decided;
  if (action !== 'tool.call' && effect === 'allow') return [];
  const { sign, word } = describeEffect(decided);
  const what = describeDecision(decided);
  const level = risk === undefined ? '' : faint(` (${shownText(risk)})`);
  const why = code === undefined ? '' : ` [${shownText(code)}]`;
  return [`    ${mark(sign)} ${shownText(what)}${level} ${word}${why}${describeRules(rules)}`];
}

function describeDecision({ action, provider, model, tool = '' }: PolicyDecided): string {
  if (action === 'model.use') return `model ${provider}/${model}`;
  return action === 'tool.call' ? tool : `memory (${action})`;
}

/** Returns the counts of a repair, with the reasons of failures. */
function describeRepair(what: string, data: ArgumentsRepaired | NamesRepaired): string[] {
  const { repaired, failed, skipped, model, failures_sample } = data;
  const counts = [`${repaired} repaired`, `${failed} not`, ...(skipped > 0 ? [`${skipped} not sent`] : [])];
  const reasons = [...new Set(failures_sample.map(({ reason }) => reason))];
  const why = reasons.length === 0 ? '' : ` [${reasons.map(shownText).join(', ')}]`;
  return [`    ${what}, by ${shownText(model)}: ${counts.join(', ')}${why}`];
}
