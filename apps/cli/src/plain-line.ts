import { describeError } from '@agent-home/platform';
import { placesFrom } from './local/local-places.ts';

type Environment = Record<string, string | undefined>;

/** What went wrong and the way out of it, for a person, on one line, with the code in brackets. */
export function plainLine(error: unknown, environment: Environment): string {
  const { message, code } = describeError(error);
  const text = (wayOut(error, environment) ?? message).replaceAll(/\s*\n\s*/g, ' ').trim();
  return `${text}${code === undefined ? '' : ` [${code}]`}`;
}

/** Of what the system says in words of its own. */
function wayOut(error: unknown, environment: Environment): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall, port, address } = error as NodeJS.ErrnoException & {
    port?: unknown;
    address?: unknown;
  };
  if (syscall === 'listen' && typeof port === 'number') {
    const why = code === 'EADDRINUSE' ? 'is taken: stop what listens there' : `cannot be used (${code})`;
    return `port ${port} ${why}, or choose another by ${variableOf(port, environment)}`;
  }
  if (code === 'unreachable' || code === 'timeout')
    return `${error.message}: see whether the home runs (npm start), or say where it is by AGENT_HOME_URL`;
  if (isRefusedConnection(code))
    return `${placeOf(error) ?? String(address ?? 'a service')} cannot be reached (${code}): see whether it runs, and whether the configuration names the right place`;
  return undefined;
}

function isRefusedConnection(code: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT', 'CONNECT_TIMEOUT'].includes(String(code));
}

/** Host and port alone: a URL would have a password in it. */
function placeOf(error: Error): string | undefined {
  const inner = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : error;
  const { hostname, address, port } = (inner ?? error) as unknown as Record<string, unknown>;
  const host = [address, hostname].flat().find((one) => typeof one === 'string');
  const number = [port].flat()[0];
  return host === undefined ? undefined : `${host}${number === undefined ? '' : `:${String(number)}`}`;
}

function variableOf(port: number, environment: Environment): string {
  const { ossPort, stsPort } = placesFrom(environment);
  if (port === ossPort) return 'AGENT_HOME_OSS_PORT';
  if (port === stsPort) return 'AGENT_HOME_STS_PORT';
  return port === Number(environment.AGENT_HOME_METRICS_PORT) ? 'AGENT_HOME_METRICS_PORT' : 'AGENT_HOME_PORT';
}
