import type { JsonObject, JsonValue } from '@agent-home/protocol';
import type { TraceSpan } from './trace-span.ts';

const instrumentation = 'agent-home/runtime';
/** Numbers of the protocol. */
const internal = 1;
const statusCodes = { ok: 1, error: 2, canceled: 2 } as const;

/**
 * Returns spans as the body of an OTLP/HTTP request in JSON. Its rules differ from JSON for protocol buffers: ids are hexadecimal,
 * enumerations are numbers, and 64-bit integers such as times are strings.
 */
export function otlpTrace(spans: readonly TraceSpan[]): JsonObject {
  return {
    resourceSpans: [
      {
        resource: { attributes: [attribute('service.name', instrumentation)] },
        scopeSpans: [{ scope: { name: instrumentation }, spans: spans.map(otlpSpan) }],
      },
    ],
  };
}

function otlpSpan(span: TraceSpan): JsonObject {
  const { traceId, spanId, parentSpanId, name, kind, status, attributes, metrics } = span;
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind: internal,
    startTimeUnixNano: nanoseconds(span.startTime),
    endTimeUnixNano: nanoseconds(span.endTime),
    attributes: Object.entries({ 'agent_home.kind': kind, ...attributes, ...metrics }).map(([key, value]) =>
      attribute(key, value),
    ),
    status: { code: statusCodes[status], ...(status === 'ok' ? {} : { message: status }) },
  };
}

function attribute(key: string, value: JsonValue | undefined): JsonObject {
  return { key, value: typed(value) };
}

function typed(value: JsonValue | undefined): JsonObject {
  if (typeof value === 'boolean') return { boolValue: value };
  if (Number.isSafeInteger(value)) return { intValue: String(value) };
  if (typeof value === 'number') return { doubleValue: value };
  return { stringValue: typeof value === 'string' ? value : JSON.stringify(value ?? null) };
}

function nanoseconds(time: string): string {
  return String(BigInt(Date.parse(time)) * 1_000_000n);
}
