import type { JsonObject } from '@agent-home/protocol';
import type { FollowedRecord } from '../record/run-record.ts';
import { followEventSpans } from './event-spans.ts';

export type RunEventType =
  | 'run_start'
  | 'run_step'
  | 'tool_call'
  | 'tool_result'
  | 'human_review_request'
  | 'human_review_result'
  | 'policy_allow'
  | 'policy_deny'
  | 'run_end'
  | 'run_error'
  | 'run_cancel';

/** Event of a run in the platform's contract (S0-65 to S0-72). */
export interface RunEvent {
  runId: string;
  sessionId: string;
  agent: string;
  eventType: RunEventType;
  /** RFC 3339. */
  timestamp: string;
  /** Ids of the event's span, as `traceSpans` derives them. */
  traceId: string;
  spanId: string;
  payload: JsonObject;
}

/**
 * Converts a log to RunEvents, one for each record. A record without a type of its own becomes a `run_step`
 * whose `payload.step` is the record's type. Members beyond a type's required payload are below `payload.extra`
 * (S0-104).
 */
export function runEvents(records: readonly FollowedRecord[]): RunEvent[] {
  const toEvent = followRunEvents();
  return records.flatMap((record) => toEvent(record) ?? []);
}

/** Steps that `eventLevel: minimal` leaves out. Decisions, calls, results and errors are never left out. */
const detail = new Set([
  ...['context.built', 'context.compacted', 'model.requested', 'model.answered', 'model.delta'],
  'model.step',
  ...['kairo.agent.thought', 'kairo.intent.started', 'kairo.intent.ended', 'memory.recalled'],
  ...['call.prepared', 'call.finished'],
]);

/** Like `runEvents`, record by record from the first one; undefined for a record that `eventLevel` excludes. */
export function followRunEvents(): (record: FollowedRecord) => RunEvent | undefined {
  const run = { sessionId: '', agent: '' };
  const names = new Map<string, string>();
  const getSpan = followEventSpans();
  let isMinimal = false;
  return (record) => {
    const { type, data, seq, correlationId, causationId, time } = record;
    if (type === 'run.started') {
      run.sessionId = String(data.session_id);
      run.agent = String(data.agent);
      isMinimal = data.event_level === 'minimal';
    }
    const ids = getSpan(record);
    const context = type === 'kairo.intent.started' && isObject(data.context) ? data.context : {};
    if (typeof context.agent === 'string') run.agent = context.agent;
    if (type === 'kairo.tool.invoke') names.set(String(data.toolCallId), String(data.name));
    if (isMinimal && detail.has(type)) return undefined;
    const { eventType, payload } = toEvent(record, names);
    const extra: JsonObject = {
      seq,
      correlationId,
      ...(causationId === undefined ? {} : { causationId }),
      ...(payload.extra as JsonObject),
    };
    return {
      runId: correlationId,
      ...run,
      eventType,
      timestamp: time,
      ...ids,
      payload: { ...payload, extra },
    };
  };
}

interface Event {
  eventType: RunEventType;
  payload: JsonObject;
}

function toEvent(record: FollowedRecord, names: ReadonlyMap<string, string>): Event {
  const { type, data } = record;
  switch (type) {
    case 'run.started':
      return { eventType: 'run_start', payload: { extra: getStart(data) } };
    case 'kairo.tool.invoke':
      return {
        eventType: 'tool_call',
        payload: {
          tool: data.name ?? '',
          input: isObject(data.args) ? data.args : {},
          attempt: 1,
          extra: { toolCallId: data.toolCallId ?? '' },
        },
      };
    case 'kairo.tool.result':
      return getResult(data, names);
    case 'policy.decided':
      return getDecision(data);
    case 'approval.requested':
    case 'call.questioned':
      return { eventType: 'human_review_request', payload: { step: type, extra: { data } } };
    case 'approval.decided':
    case 'call.answered':
      return { eventType: 'human_review_result', payload: { step: type, extra: { data } } };
    case 'run.ended':
      return findEnd(data);
    default:
      return { eventType: 'run_step', payload: { step: type, extra: { data } } };
  }
}

/** Returns the main settings of a start; the log has all of them. */
function getStart({
  definition_sha256,
  model,
  limits,
  identity,
  policy_bundle: bundle,
}: JsonObject): JsonObject {
  return {
    definition_sha256: definition_sha256 ?? null,
    model: model ?? null,
    limits: limits ?? null,
    ...(identity === undefined ? {} : { identity }),
    ...(isObject(bundle)
      ? { policy_bundle: { version: bundle.version ?? null, sha256: bundle.sha256 ?? null } }
      : {}),
  };
}

/** A refused call was never a tool call, so its result is a step. */
function getResult(data: JsonObject, names: ReadonlyMap<string, string>): Event {
  const tool = names.get(String(data.toolCallId));
  if (tool === undefined)
    return { eventType: 'run_step', payload: { step: 'kairo.tool.result', extra: { data } } };
  const result = isObject(data.result) ? data.result : {};
  return {
    eventType: 'tool_result',
    payload: {
      tool,
      output: { content: result.content ?? [], metadata: result.metadata ?? {} },
      status: data.isError === true ? 'error' : 'ok',
      ...(isObject(result.error) ? { error: result.error } : {}),
      extra: { toolCallId: data.toolCallId ?? '' },
    },
  };
}

/** A call that requires approval is refused until it has one. */
function getDecision(data: JsonObject): Event {
  return { eventType: data.effect === 'allow' ? 'policy_allow' : 'policy_deny', payload: { extra: data } };
}

function findEnd(data: JsonObject): Event {
  const eventType = { answered: 'run_end', cancelled: 'run_cancel' }[String(data.status)] ?? 'run_error';
  return { eventType: eventType as RunEventType, payload: { extra: data } };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
