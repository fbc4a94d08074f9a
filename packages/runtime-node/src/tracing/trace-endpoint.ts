import { langsmithAddress, type Settings } from '@agent-home/agent-runtime/definition';
import { TracingError } from './tracing-error.ts';

/** Destination of spans, and the headers of each request. */
export interface TraceEndpoint {
  url: string;
  headers: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the collector of the settings, else LangSmith's, else that of OpenTelemetry's variables. Headers from the environment are
 * sent only to the address from the environment, because they contain its key.
 * @throws TracingError `tracing_not_configured`; SetupError if the key is unavailable
 */
export async function findTraceEndpoint(
  { url, key }: Settings['agents']['tracing'],
  backend: 'langsmith' | 'opentelemetry',
  { environment, vault }: { environment: Environment; vault: { value(handle: string): Promise<string> } },
): Promise<TraceEndpoint> {
  const keyed = key === undefined ? {} : getHeader(backend, await vault.value(key));
  if (url !== undefined) return { url: tracesAddress(url), headers: keyed };
  if (backend === 'opentelemetry') {
    const { headers, ...named } = namedByEnvironment(environment);
    return { ...named, headers: { ...headers, ...keyed } };
  }
  if (key === undefined)
    throw new TracingError(
      'tracing_not_configured',
      'LangSmith needs a key: set agents.tracing.key in the settings to vault://NAME',
    );
  return { url: langsmithAddress, headers: keyed };
}

function getHeader(backend: 'langsmith' | 'opentelemetry', key: string): Record<string, string> {
  return backend === 'langsmith' ? { 'x-api-key': key } : { authorization: `Bearer ${key}` };
}

function namedByEnvironment(environment: Environment): TraceEndpoint {
  const whole = environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const base = environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = whole || (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (!url || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new TracingError(
      'tracing_not_configured',
      'no trace collector is configured: set agents.tracing.url in the settings, or OTEL_EXPORTER_OTLP_ENDPOINT',
    );
  return { url, headers: headersOfEnvironment(environment) };
}

/** Returns a collector's address with the default path for spans if it has no path. */
export function tracesAddress(address: string): string {
  const url = new URL(address);
  if (url.pathname === '/') url.pathname = '/v1/traces';
  return url.href;
}

/** Parses `name=value,name=value`, percent-encoded, as OpenTelemetry defines it. */
export function headersOfEnvironment(environment: Environment): Record<string, string> {
  const text = environment.OTEL_EXPORTER_OTLP_TRACES_HEADERS || environment.OTEL_EXPORTER_OTLP_HEADERS || '';
  const pairs = text.split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    const [name, value] = [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
    return at > 0 && /^[A-Za-z0-9-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return text.trim();
  }
}
