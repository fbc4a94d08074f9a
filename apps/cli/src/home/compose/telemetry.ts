interface Telemetry {
  /** Sends what has not been sent. */
  close(): Promise<void>;
}

const nothing: Telemetry = { close: async () => undefined };
let started: Promise<Telemetry> | undefined;

/**
 * Sends traces to an OTLP/HTTP collector, where there is one; the libraries are not even loaded otherwise. Once a
 * process: what traces is the process's own.
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
