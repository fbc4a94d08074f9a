import pRetry from 'p-retry';

/**
 * Retries work that PostgreSQL rolled back in favour of another transaction (class 40, such as a deadlock). The work must have no
 * effects outside the transaction.
 */
export function retryRolledBack<Result>(work: () => Promise<Result>): Promise<Result> {
  return pRetry(work, { retries: 2, minTimeout: 0, shouldRetry: ({ error }) => isRolledBack(error) });
}

function isRolledBack(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && /^40[0-9A-Z]{3}$/.test(code)) return true;
  }
  return false;
}
