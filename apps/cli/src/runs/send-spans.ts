import type { TraceSpan } from '@agent-home/run-log';
import { RunCommandError } from '../errors/run-command-error.ts';

const sendWithinMs = 30_000;
const instrumentation = 'agent-home/runtime';
/** OpenTelemetry's codes: unset, ok, error. */
const statusCodes = { ok: 1, error: 2, canceled: 2 } as const;
const sampled = 1;
const internal = 0;

/**
 * Sends spans to an OTLP/HTTP collector, with the headers that `OTEL_EXPORTER_OTLP_HEADERS` names, as a collector's key.
 * @throws RunCommandError `export_failed`
 */
export async function sendSpans(spans: readonly TraceSpan[], url: string): Promise<void> {
  const [{ OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  type Readable = Parameters<InstanceType<typeof OTLPTraceExporter>['export']>[0][number];
  const resource = resourceFromAttributes({ 'service.name': instrumentation });
  const readable = spans.map((span): Readable => {
    const context = (spanId: string) => ({ traceId: span.traceId, spanId, traceFlags: sampled });
    const [startTime, endTime] = [partsOf(Date.parse(span.startTime)), partsOf(Date.parse(span.endTime))];
    return {
      name: span.name,
      kind: internal,
      spanContext: () => context(span.spanId),
      ...(span.parentSpanId === undefined ? {} : { parentSpanContext: context(span.parentSpanId) }),
      startTime,
      endTime,
      duration: partsOf(Date.parse(span.endTime) - Date.parse(span.startTime)),
      status: { code: statusCodes[span.status], ...(span.status === 'ok' ? {} : { message: span.status }) },
      attributes: flat(span),
      links: [],
      events: [],
      ended: true,
      resource,
      instrumentationScope: { name: instrumentation },
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    };
  });
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: sendWithinMs });
  try {
    await new Promise<void>((resolve, reject) => {
      exporter.export(readable, ({ code, error }) =>
        code === 0 ? resolve() : reject(error ?? new Error('the collector refused them')),
      );
    });
  } catch (error) {
    // The collector's own words may hold what was sent to it: its headers among them.
    const { code } = error as { code?: unknown };
    const said = typeof code === 'number' ? `it answered ${code}` : 'it could not be reached';
    throw new RunCommandError('export_failed', `the collector did not take the spans: ${said}`);
  } finally {
    await exporter.shutdown();
  }
}

/** Attributes of OpenTelemetry are plain values. */
function flat({ kind, attributes, metrics }: TraceSpan): Record<string, string | number | boolean> {
  const all = { 'agent_home.kind': kind, ...attributes, ...metrics };
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? value : String(value),
    ]),
  );
}

/** Seconds and nanoseconds. */
function partsOf(milliseconds: number): [number, number] {
  const seconds = Math.floor(milliseconds / 1_000);
  return [seconds, Math.round((milliseconds - seconds * 1_000) * 1_000_000)];
}
