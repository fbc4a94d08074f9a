import type { JsonObject, JsonValue } from '@agent-home/protocol';
import type { TraceSpan } from './trace-span.ts';

const instrumentation = 'agent-home/runtime';
/** Numbers of the protocol. */
const spanKinds = { internal: 1, client: 3 } as const;
const statusCodes = { ok: 1, error: 2, canceled: 2 } as const;

/**
 * Returns spans as the body of an OTLP/HTTP request in JSON. Its rules differ from JSON for protocol buffers: ids are hexadecimal,
 * enumerations are numbers, and 64-bit integers such as times are strings. Names and attributes follow OpenTelemetry's semantic
 * conventions for generative AI, next to the attributes of the span.
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
  const { traceId, spanId, parentSpanId, kind, status, attributes, metrics, contents } = span;
  const { name, attributes: conventional } = describeConventionally(span);
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind: kind === 'llm' ? spanKinds.client : spanKinds.internal,
    startTimeUnixNano: nanoseconds(span.startTime),
    endTimeUnixNano: nanoseconds(span.endTime),
    attributes: Object.entries({
      'agent_home.kind': kind,
      ...conventional,
      ...attributes,
      ...metrics,
      ...contents,
    }).map(([key, value]) => attribute(key, value)),
    status: { code: statusCodes[status], ...(status === 'ok' ? {} : { message: status }) },
  };
}

/** Returns name and attributes of a span as the semantic conventions for generative AI define them. */
function describeConventionally({ name, kind, attributes: own, metrics }: TraceSpan): {
  name: string;
  attributes: JsonObject;
} {
  const present = (members: Record<string, JsonValue | undefined>): JsonObject =>
    Object.fromEntries(
      Object.entries(members).flatMap(([key, value]) =>
        value === undefined || value === '' ? [] : [[key, value]],
      ),
    );
  switch (kind) {
    case 'agent':
      return {
        name: `invoke_agent ${String(own['agent.name'] ?? '')}`.trim(),
        attributes: present({
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': own['agent.name'],
          'gen_ai.agent.id': own['agent.id'],
          'gen_ai.conversation.id': own['session.id'],
          'gen_ai.provider.name': own['model.provider'],
          'gen_ai.request.model': own['model.name'],
          'gen_ai.usage.input_tokens': metrics.promptTokens,
          'gen_ai.usage.output_tokens': metrics.completionTokens,
          'error.type': own['run.code'],
        }),
      };
    case 'llm':
      return {
        name: `chat ${String(own['model.requested'] ?? '')}`.trim(),
        attributes: present({
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': own['model.provider'],
          'gen_ai.request.model': own['model.requested'],
          'gen_ai.response.model': own['model.used'],
          'gen_ai.response.finish_reasons':
            own['model.stop_reason'] === undefined ? undefined : [own['model.stop_reason']],
          'gen_ai.usage.input_tokens': metrics.promptTokens,
          'gen_ai.usage.output_tokens': metrics.completionTokens,
          'error.type': own['model.code'],
        }),
      };
    case 'tool':
      return {
        name: `execute_tool ${String(own['tool.name'] ?? '')}`.trim(),
        attributes: present({
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': own['tool.name'],
          'gen_ai.tool.call.id': own['tool.call_id'],
          'gen_ai.tool.type': 'function',
          'error.type': own['tool.code'],
        }),
      };
    case 'system':
      return { name, attributes: {} };
  }
}

function attribute(key: string, value: JsonValue | undefined): JsonObject {
  return { key, value: typed(value) };
}

function typed(value: JsonValue | undefined): JsonObject {
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return { arrayValue: { values: value.map(typed) } };
  if (Number.isSafeInteger(value)) return { intValue: String(value) };
  if (typeof value === 'number') return { doubleValue: value };
  return { stringValue: typeof value === 'string' ? value : JSON.stringify(value ?? null) };
}

function nanoseconds(time: string): string {
  return String(BigInt(Date.parse(time)) * 1_000_000n);
}
