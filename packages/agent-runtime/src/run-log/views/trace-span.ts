import type { JsonObject, JsonValue } from '@agent-home/protocol';
import type { RunRecord } from '../record/run-record.ts';
import { getSpanId, getTraceId } from './span-ids.ts';
import { metricsOfAnswer, metricsOfRun, type Prices, type SpanMetrics, SpanPrices } from './span-metrics.ts';

/** Span in the platform's contract (S0-73 to S0-79). All values except `contents` are names, codes, numbers or times. */
export interface TraceSpan {
  /** 32 hexadecimal digits, as in OpenTelemetry. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: 'agent' | 'llm' | 'tool' | 'system';
  /** RFC 3339. */
  startTime: string;
  /** RFC 3339. */
  endTime: string;
  status: 'ok' | 'error' | 'canceled';
  attributes: JsonObject;
  metrics: SpanMetrics;
  /** Attributes with messages, arguments and results; only in spans for a collector that may have them. */
  contents?: Readonly<Record<string, string>>;
}

/**
 * Converts a log to spans: the run, inside it each agent that joined later, and inside those each model call,
 * tool call and decision. Ids are computed from the run's id and a record's number, so each export of the same
 * log has the same ids. Messages are left out: traces go to places where prompts do not belong.
 */
export function traceSpans(records: readonly RunRecord[]): TraceSpan[] {
  const [first] = records;
  const last = records.at(-1);
  if (!first || !last) return [];
  const trace = new Trace(first.correlationId);
  const root = trace.span(first, {
    name: `agent ${String(first.data.agent)}`,
    kind: 'agent',
    ...ofRun(first, last),
  });
  const prices = new SpanPrices(first);
  const ends = new Ends(records);
  let parent = root.spanId;
  let intents = 0;
  const inner = records.flatMap((record): TraceSpan[] => {
    prices.take(record);
    if (record.type === 'kairo.intent.started' && intents++ > 0) {
      const leg = trace.span(record, legSpan(record, ends, last), root.spanId);
      parent = leg.spanId;
      return [leg];
    }
    const span = innerSpan(record, ends, { last, prices });
    return span ? [trace.span(record, span, parent)] : [];
  });
  return [root, ...inner];
}

type SpanDraft = Omit<TraceSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'startTime' | 'metrics'> & {
  metrics?: TraceSpan['metrics'];
};

class Trace {
  readonly #runId: string;

  constructor(runId: string) {
    this.#runId = runId;
  }

  span(record: RunRecord, draft: SpanDraft, parentSpanId?: string): TraceSpan {
    const { endTime, metrics = {}, ...rest } = draft;
    return {
      traceId: getTraceId(this.#runId),
      spanId: getSpanId(this.#runId, record.seq),
      ...(parentSpanId === undefined ? {} : { parentSpanId }),
      ...rest,
      startTime: record.time,
      // The end is never before the start, even if the clock was set back.
      endTime: later(record.time, endTime),
      metrics,
    };
  }
}

function ofRun(
  first: RunRecord,
  last: RunRecord,
): Pick<SpanDraft, 'endTime' | 'status' | 'attributes' | 'metrics'> {
  const { session_id, agent, model, definition_sha256, identity, parent } = first.data;
  const ended = last.type === 'run.ended' ? last.data : undefined;
  const statuses: Record<string, TraceSpan['status']> = {
    answered: 'ok',
    cancelled: 'canceled',
    failed: 'error',
  };
  return {
    endTime: last.time,
    status: ended ? (statuses[String(ended.status)] ?? 'error') : 'ok',
    attributes: {
      'run.id': first.correlationId,
      'session.id': session_id ?? '',
      'agent.name': agent ?? '',
      'agent.definition_sha256': definition_sha256 ?? '',
      ...(isObject(model) ? { 'model.provider': model.provider ?? '', 'model.name': model.name ?? '' } : {}),
      ...(isObject(parent) ? { 'run.parent': parent.run_id ?? '' } : {}),
      ...(isObject(identity) ? { 'agent.id': identity.agent_id ?? '' } : {}),
      // Values so far, if the run continues, waits or was interrupted.
      'run.ended': ended !== undefined,
      ...(ended?.code === undefined ? {} : { 'run.code': ended.code }),
    },
    metrics: metricsOfRun(first, isObject(ended?.usage) ? ended.usage : undefined),
  };
}

/** Records that end calls, by call id. */
class Ends {
  readonly #byCall = new Map<string, RunRecord[]>();
  readonly #byIntent = new Map<string, RunRecord>();

  constructor(records: readonly RunRecord[]) {
    for (const record of records) {
      const { type, data } = record;
      const isModels = type === 'model.answered' || type === 'model.failed';
      if (type === 'kairo.intent.ended') this.#byIntent.set(String(data.intentId), record);
      if (isModels || type === 'kairo.tool.result')
        this.#note(isModels ? data.model_call_id : data.toolCallId, record);
    }
  }

  #note(id: JsonValue | undefined, record: RunRecord): void {
    const known = this.#byCall.get(String(id));
    if (known) known.push(record);
    else this.#byCall.set(String(id), [record]);
  }

  ofIntent(id: JsonValue | undefined): RunRecord | undefined {
    return this.#byIntent.get(String(id));
  }

  /** Returns the first record after this one that ends the call. */
  after({ seq }: RunRecord, id: JsonValue | undefined): RunRecord | undefined {
    return this.#byCall.get(String(id))?.find((end) => end.seq > seq);
  }
}

function innerSpan(
  record: RunRecord,
  ends: Ends,
  { last, prices }: { last: RunRecord; prices: Prices },
): SpanDraft | undefined {
  const { type, data } = record;
  switch (type) {
    case 'model.requested':
      return modelSpan(record, ends.after(record, data.model_call_id), { last, prices });
    case 'kairo.tool.invoke':
      return toolSpan(record, ends.after(record, data.toolCallId), last);
    case 'policy.decided':
      return {
        name: `decide ${String(data.action)}`,
        kind: 'system',
        endTime: record.time,
        status: data.effect === 'deny' ? 'error' : 'ok',
        attributes: {
          'policy.effect': data.effect ?? '',
          ...present('policy.code', data.code),
          ...present('tool.name', data.tool),
          ...present('tool.risk', data.risk),
          ...present('tool.call_id', data.tool_call_id),
        },
      };
    default:
      return undefined;
  }
}

/** Returns the span of a leg: the part of a run in which another agent was active. */
function legSpan({ data }: RunRecord, ends: Ends, last: RunRecord): SpanDraft {
  const agent = isObject(data.context) ? String(data.context.agent) : '';
  const end = ends.ofIntent(data.intentId);
  const status = isObject(end?.data.result) ? end.data.result.status : undefined;
  const isOk = status === 'answered' || status === 'handed_over';
  return {
    name: `agent ${agent}`,
    kind: 'agent',
    endTime: (end ?? last).time,
    status: end ? (isOk ? 'ok' : status === 'cancelled' ? 'canceled' : 'error') : unfinished(last),
    attributes: { 'agent.name': agent },
  };
}

function modelSpan(
  { data }: RunRecord,
  end: RunRecord | undefined,
  { last, prices }: { last: RunRecord; prices: Prices },
): SpanDraft {
  const answered = end?.type === 'model.answered' ? end.data : undefined;
  const attempts = Array.isArray(end?.data.attempts) ? end.data.attempts.length : 0;
  return {
    name: `model ${String(data.model)}`,
    kind: 'llm',
    endTime: (end ?? last).time,
    status: answered ? 'ok' : end ? 'error' : unfinished(last),
    attributes: {
      'model.provider': data.provider ?? '',
      'model.requested': data.model ?? '',
      ...present('model.used', answered?.model),
      ...present('model.stop_reason', answered?.stop_reason),
      ...present('model.code', end?.type === 'model.failed' ? end.data.code : undefined),
      'model.attempts': attempts,
      'run.round': data.round ?? 0,
    },
    metrics: metricsOfAnswer(answered, prices),
  };
}

function toolSpan({ data }: RunRecord, end: RunRecord | undefined, last: RunRecord): SpanDraft {
  const result = isObject(end?.data.result) ? end.data.result : undefined;
  const error = isObject(result?.error) ? result.error : undefined;
  return {
    name: `tool ${String(data.name)}`,
    kind: 'tool',
    endTime: (end ?? last).time,
    status: end ? (end.data.isError === true ? 'error' : 'ok') : unfinished(last),
    attributes: {
      'tool.name': data.name ?? '',
      'tool.call_id': data.toolCallId ?? '',
      ...present('tool.code', error?.code),
    },
  };
}

/** Work that is unfinished at the end of a run is canceled; while the run continues, it is in progress. */
function unfinished({ type }: RunRecord): TraceSpan['status'] {
  return type === 'run.ended' ? 'canceled' : 'ok';
}

function present(name: string, value: JsonObject[string] | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}

function later(one: string, other: string): string {
  return Date.parse(other) > Date.parse(one) ? other : one;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
