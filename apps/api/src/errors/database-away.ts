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

/** Whether a failure, or what caused it, is PostgreSQL being away, starting or stopping: worth trying again. */
export function isDatabaseAway(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as { code?: unknown }).code;
    if (typeof code !== 'string') continue;
    // Classes 57P (operator intervention), 08 (connection exception), 53 (insufficient resources).
    if (connectionCodes.has(code) || /^(57P|08|53)/.test(code)) return true;
  }
  return false;
}
