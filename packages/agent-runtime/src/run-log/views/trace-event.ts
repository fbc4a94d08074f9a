import type { JsonObject, JsonValue } from '@agent-home/protocol';
import type { CallOutcome } from '../catalogue/call-types.ts';
import type { RecordData } from '../catalogue/catalogue.ts';
import type { GuardrailChecked } from '../catalogue/guardrail-types.ts';
import type { ModelAnswered } from '../catalogue/model-types.ts';
import type { FollowedRecord } from '../record/run-record.ts';

interface TraceError {
  code: string;
  message: string;
}

/** Request to a model, with its response (S3-114). */
export interface LlmTrace {
  /** Model that responded; without a response the requested one. */
  model: string;
  /**
   * New part of the request: the message, or tool results since the previous one. The whole request if the log
   * has it.
   */
  prompt: string;
  /** Text of the response, then a line for each requested call. */
  response: string;
  tokens: { input: number; output: number };
  latency_ms: number;
  error?: TraceError;
}

/** Tool call that was made (S3-115). */
export interface ToolTrace {
  toolName: string;
  input: JsonObject;
  output: string;
  latency_ms: number;
  error?: TraceError;
}

/** A task that one agent handed to another (S3-116). */
export interface HandoffTrace {
  from: string;
  to: string;
  reason: string;
  payload: JsonObject;
}

/** Check of an output by a guardrail (S3-117). */
export interface GuardrailTrace {
  name: string;
  passed: boolean;
  policy: 'reject' | 'repair';
  errors?: string[];
}

/** Event of a run for users who watch it or read it later (S3-113). It contains messages, unlike spans. */
export type TraceEvent = {
  /** Time of completion (RFC 3339). */
  timestamp: string;
  agentName: string;
} & (
  | { type: 'llm'; data: LlmTrace }
  | { type: 'tool'; data: ToolTrace }
  | { type: 'handoff'; data: HandoffTrace }
  | { type: 'guardrail'; data: GuardrailTrace }
);

/** Converts a log to trace events, in order of completion. */
export function traceEvents(records: readonly FollowedRecord[]): TraceEvent[] {
  return records.flatMap(followTraceEvents());
}

/** Like `traceEvents`, record by record, for a run in progress. */
export function followTraceEvents(): (record: FollowedRecord) => TraceEvent[] {
  const trace = new Trace();
  return (record) => trace.take(record);
}

interface Asked {
  model: string;
  prompt: string;
  since: string;
}

interface Called {
  name: string;
  input: JsonObject;
  since: string;
  /** Duration as measured by the caller. */
  elapsedMs?: number;
}

class Trace {
  #agent = '';
  #intents = 0;
  /** Messages that no request has contained yet. */
  #news: string[] = [];
  /** The whole request, if the log contains it. */
  #whole: string | undefined;
  readonly #asked = new Map<string, Asked>();
  readonly #called = new Map<string, Called>();

  take(record: FollowedRecord): TraceEvent[] {
    const { type, data, time } = record;
    switch (type) {
      case 'run.started':
        this.#agent = String(data.agent);
        return [];
      case 'kairo.user.message':
        this.#news.push(String(data.text));
        return [];
      case 'kairo.intent.started':
        return this.#intent(data);
      case 'handoff.requested':
        return this.#handedOver(data as unknown as RecordData<'handoff.requested'>, time);
      case 'context.built':
        this.#whole = data.prompt === undefined ? undefined : JSON.stringify(data.prompt);
        return [];
      case 'model.requested':
        this.#ask(data, time);
        return [];
      case 'model.answered':
        return this.#answered(data as unknown as ModelAnswered, time);
      case 'model.failed':
        return this.#failed(data as unknown as RecordData<'model.failed'>, time);
      case 'kairo.tool.invoke':
        this.#called.set(String(data.toolCallId), {
          name: String(data.name),
          input: isObject(data.args) ? data.args : {},
          since: time,
        });
        return [];
      case 'call.finished':
        return this.#finished(data);
      case 'kairo.tool.result':
        return this.#result(data as unknown as RecordData<'kairo.tool.result'>, time);
      case 'guardrail.checked':
        return [this.#checked(data as unknown as GuardrailChecked, time)];
      case 'run.ended':
        return this.#ended(data as unknown as RecordData<'run.ended'>, time);
      default:
        return [];
    }
  }

  #ask({ model_call_id, model, purpose }: JsonObject, since: string): void {
    // A request outside of the conversation consumes none of its messages, and the log does not contain its text.
    const prompt = purpose === undefined ? (this.#whole ?? this.#news.join('\n')) : '';
    if (purpose === undefined) this.#news = [];
    this.#asked.set(String(model_call_id), { model: String(model), prompt, since });
  }

  #answered(answer: ModelAnswered, time: string): TraceEvent[] {
    const asked = this.#taken(answer.model_call_id);
    const calls = answer.tool_calls.map((call) => `${call.name} ${call.arguments}`.trimEnd());
    return [
      this.#llm(time, {
        model: answer.model,
        prompt: asked?.prompt ?? '',
        response: [answer.content, ...calls].filter((text) => text !== '').join('\n'),
        tokens: { input: answer.usage.input_tokens, output: answer.usage.output_tokens },
        latency_ms: answer.elapsed_ms,
      }),
    ];
  }

  #failed(
    { model_call_id, code, message, attempts }: RecordData<'model.failed'>,
    time: string,
  ): TraceEvent[] {
    const { model = '', prompt = '' } = this.#taken(model_call_id) ?? {};
    const elapsed = attempts.reduce((sum, { elapsed_ms }) => sum + elapsed_ms, 0);
    return [this.#llm(time, { ...unanswered({ model, prompt }, elapsed), error: { code, message } })];
  }

  /** Requests whose responses were not awaited any more. */
  #ended({ status, code }: RecordData<'run.ended'>, time: string): TraceEvent[] {
    const left = [...this.#asked.values()];
    this.#asked.clear();
    const error = { code: code ?? status, message: 'the run ended before there was an answer' };
    return left.map((asked) => this.#llm(time, { ...unanswered(asked, between(asked.since, time)), error }));
  }

  /** Another agent is active, and its message is the only new one for it. */
  #intent({ context, query }: JsonObject): TraceEvent[] {
    if (this.#intents++ > 0) this.#news = [String(query)];
    if (isObject(context) && typeof context.agent === 'string') this.#agent = context.agent;
    return [];
  }

  #handedOver(
    { tool_call_id, from, to, reason, payload }: RecordData<'handoff.requested'>,
    timestamp: string,
  ): TraceEvent[] {
    // A handoff is reported as such, not as the tool call that requested it.
    this.#called.delete(tool_call_id);
    return [{ type: 'handoff', timestamp, agentName: from, data: { from, to, reason, payload } }];
  }

  #finished({ tool_call_id, elapsed_ms }: JsonObject): TraceEvent[] {
    const called = this.#called.get(String(tool_call_id));
    if (called && typeof elapsed_ms === 'number') called.elapsedMs = elapsed_ms;
    return [];
  }

  #result({ toolCallId, result }: RecordData<'kairo.tool.result'>, time: string): TraceEvent[] {
    const output = toText(result);
    this.#news.push(output === '' ? (result.error?.message ?? '') : output);
    const called = this.#called.get(toolCallId);
    // A refused call was never made; its decision reports the refusal.
    if (!called) return [];
    this.#called.delete(toolCallId);
    const data: ToolTrace = {
      toolName: called.name,
      input: called.input,
      output,
      latency_ms: called.elapsedMs ?? between(called.since, time),
      // Null in the events of a run, absent in its log.
      ...(result.error ? { error: result.error } : {}),
    };
    return [{ type: 'tool', timestamp: time, agentName: this.#agent, data }];
  }

  #checked({ name, passed, policy, errors }: GuardrailChecked, timestamp: string): TraceEvent {
    const data = { name, passed, policy, ...(errors === undefined ? {} : { errors }) };
    return { type: 'guardrail', timestamp, agentName: this.#agent, data };
  }

  #taken(callId: string): Asked | undefined {
    const asked = this.#asked.get(callId);
    this.#asked.delete(callId);
    return asked;
  }

  #llm(timestamp: string, data: LlmTrace): TraceEvent {
    return { type: 'llm', timestamp, agentName: this.#agent, data };
  }
}

function unanswered({ model, prompt }: Pick<Asked, 'model' | 'prompt'>, latency: number): LlmTrace {
  return { model, prompt, response: '', tokens: { input: 0, output: 0 }, latency_ms: latency };
}

function toText({ content }: CallOutcome): string {
  return content.map(({ text }) => text).join('\n');
}

/** Returns zero instead of a negative duration if the clock was set back. */
function between(one: string, other: string): number {
  return Math.max(0, Date.parse(other) - Date.parse(one));
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
