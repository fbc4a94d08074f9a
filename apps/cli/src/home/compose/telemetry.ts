interface Telemetry {
  /** Flushes pending spans. */
  close(): Promise<void>;
}

const nothing: Telemetry = { close: async () => undefined };
let started: Promise<Telemetry> | undefined;

/**
 * Exports traces to an OTLP/HTTP collector; without one the libraries are not loaded. It starts once per process, because
 * instrumentation is global.
 */
export async function startTelemetry(endpoint: string | undefined, component: string): Promise<Telemetry> {
  if (endpoint === undefined) return nothing;
  started ??= start(endpoint, component);
  return started;
}

async function start(endpoint: string, component: string): Promise<Telemetry> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url: new URL('v1/traces', endpoint.replace(/\/*$/, '/')).href });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `agent-home-${component}` }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1_000 })],
  });
  provider.register();
  return { close: () => provider.shutdown().catch(() => undefined) };
}
