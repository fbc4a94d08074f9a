import { ObjectStoreError } from '@agent-home/object-store';

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
]);

/**
 * Returns true if a failure or its cause means that PostgreSQL is unavailable, starting, stopping or out of
 * resources.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as { code?: unknown }).code;
    if (typeof code !== 'string') continue;
    // Classes 57P (operator intervention), 08 (connection exception), 53 (insufficient resources, including a full disk).
    if (connectionCodes.has(code) || /^(57P|08|53)/.test(code)) return true;
  }
  return false;
}

const storeOutages: ReadonlySet<string> = new Set(['timeout', 'unavailable', 'throttled']);

/** Returns true if the store or its token service did not respond, as opposed to a refusal. */
export function isStoreOutage(error: unknown): boolean {
  return error instanceof ObjectStoreError && storeOutages.has(error.code);
}

/** Returns true if a failure is a temporary outage, which does not count as a failed attempt of the work. */
export function isOutage(error: unknown): boolean {
  return isStoreOutage(error) || isDatabaseAway(error);
}
