import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';

const tracer = () => trace.getTracer('agent-home');
const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the context of a W3C `traceparent`; an empty context if it is invalid. */
export function getContext(traceparent: string | null | undefined): Context {
  const [, traceId, spanId, flags] = form.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const spanContext = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}

/** Returns the `traceparent` of the active trace for a row, because store events and objects cannot carry it. */
export function currentTraceparent(): string | null {
  const spanContext = trace.getActiveSpan()?.spanContext();
  if (!spanContext || !isSpanContextValid(spanContext)) return null;
  const flags = spanContext.traceFlags.toString(16).padStart(2, '0');
  return `00-${spanContext.traceId}-${spanContext.spanId}-${flags}`;
}

/** Returns fields for log lines; empty without a trace. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const spanContext = trace.getActiveSpan()?.spanContext();
  return spanContext && isSpanContextValid(spanContext)
    ? { trace_id: spanContext.traceId, span_id: spanContext.spanId }
    : {};
}

/** Returns the labels of a metric's exemplar: the trace of the observation. */
export function exemplarLabels(): { trace_id: string } | undefined {
  const { trace_id } = traceFields();
  return trace_id === undefined ? undefined : { trace_id };
}

/** Starts a span that the caller ends; `parent` is the active context by default. */
export function beginSpan(
  name: string,
  options: { parent?: Context; attributes?: Attributes; links?: Link[]; kind?: SpanKind } = {},
): Span {
  const { parent, attributes = {}, links = [], kind = SpanKind.INTERNAL } = options;
  return tracer().startSpan(name, { attributes, links, kind }, parent ?? context.active());
}

/** Runs `work` in its own span. A failure sets the span's status and is rethrown. */
export async function inSpan<Result>(
  name: string,
  options: Parameters<typeof beginSpan>[1],
  work: () => Promise<Result>,
): Promise<Result> {
  const span = beginSpan(name, options);
  try {
    return await context.with(trace.setSpan(options?.parent ?? context.active(), span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Runs one piece of work for several requests: as a child of the first request's trace, with a span in each of the others that
 * links to it.
 */
export async function inSpanOfAll<Result>(
  name: string,
  traceparents: (string | null)[],
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const [first, ...others] = [...new Set(traceparents.filter((one) => one !== null))];
  // The work belongs to the traces of its requests, not to that of the sweep or wake-up that found it.
  const parent = first === undefined ? context.active() : getContext(first);
  return inSpan(name, { parent, attributes }, () => {
    const here = trace.getActiveSpan()?.spanContext();
    for (const other of others)
      beginSpan(name, {
        parent: getContext(other),
        attributes,
        links: here ? [{ context: here }] : [],
      }).end();
    return work();
  });
}
