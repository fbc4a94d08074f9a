import type { FollowedRecord } from '../record/run-record.ts';
import { getSpanId, getTraceId } from './span-ids.ts';

/** Ids that join an event to its span (S0-15, S0-69). */
export interface JoinedIds {
  traceId: string;
  spanId: string;
}

const startOfCall = new Set(['model.requested', 'kairo.tool.invoke']);

/**
 * Returns a function that finds the span of each record of a run, from its first one. A model call, a tool call and a decision have
 * a span of their own; all other records belong to the active agent.
 */
export function followEventSpans(): (record: FollowedRecord) => JoinedIds {
  const calls = new Map<string, number>();
  let agent: number | undefined;
  let intents = 0;
  return ({ type, seq, correlationId, data }) => {
    agent ??= seq;
    // The first intent is the run itself, each later one a leg.
    if (type === 'kairo.intent.started' && intents++ > 0) agent = seq;
    const id = data.model_call_id ?? data.toolCallId;
    if (startOfCall.has(type) && id !== undefined) calls.set(String(id), seq);
    const call = id === undefined ? undefined : calls.get(String(id));
    const span = type === 'policy.decided' ? seq : (call ?? agent);
    return { traceId: getTraceId(correlationId), spanId: getSpanId(correlationId, span) };
  };
}
