import { describeError } from '@agent-home/platform';
import { placesFrom } from '../state/local-places.ts';

type Environment = Record<string, string | undefined>;
type SystemError = Error & { code: string; syscall?: unknown; port?: unknown; address?: unknown };

/** Returns an error and its remedy on one line, with the code in brackets. */
export function plainLine(error: unknown, environment: Environment): string {
  const { message, code } = describeError(error);
  const system = collectCauses(error).find(isOfSystem);
  const text = (system && wayOut(system, environment)) ?? message;
  const shown = code ?? system?.code;
  return `${text.replaceAll(/\s*\n\s*/g, ' ').trim()}${shown === undefined ? '' : ` [${shown}]`}`;
}

/** Returns a readable message for a system error. */
function wayOut(error: SystemError, environment: Environment): string | undefined {
  const { code, syscall, port, address, message } = error;
  if (syscall === 'listen' && typeof port === 'number') {
    const why =
      code === 'EADDRINUSE' ? 'is in use: stop the program that listens there' : `cannot be used (${code})`;
    return `port ${port} ${why}, or set ${getVariable(port, environment)} to another port`;
  }
  if (code === 'unreachable' || code === 'timeout')
    return `${message}: start the home (agent-home up), or set AGENT_HOME_URL`;
  if (!away.has(code)) return undefined;
  // Host and port without the rest of a URL, which would contain a password.
  const place = typeof address === 'string' ? `${address}:${String(port)}` : 'the database or the store';
  return `${place} cannot be reached (${code}): check whether it runs and whether the configuration is correct`;
}

const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
]);

/** Returns the causes, outermost first. Several failed attempts count as one cause. */
function collectCauses(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? (error.errors[0] ?? error.cause) : error.cause;
  return [error, ...collectCauses(inner)];
}

function isOfSystem(error: Error): error is SystemError {
  const { code } = error as { code?: unknown };
  return (
    typeof code === 'string' &&
    (away.has(code) || 'syscall' in error || code === 'unreachable' || code === 'timeout')
  );
}

function getVariable(port: number, environment: Environment): string {
  const { ossPort, stsPort, modelPort } = placesFrom(environment);
  if (port === ossPort) return 'AGENT_HOME_OSS_PORT';
  if (port === stsPort) return 'AGENT_HOME_STS_PORT';
  if (port === modelPort) return 'AGENT_HOME_MODEL_PORT';
  return port === Number(environment.AGENT_HOME_METRICS_PORT) ? 'AGENT_HOME_METRICS_PORT' : 'AGENT_HOME_PORT';
}
