import { isOutage } from '@agent-home/platform';
import { LRUCache } from 'lru-cache';

/** Milliseconds in which the same cause of an outage is logged once. */
const quietMs = 30_000;
const maxCauses = 100;

/**
 * Chooses which errors of an outage are logged. While a service is unavailable, every request and job fails for the same cause. The
 * first error is logged, and after 30 seconds the next one, with the number of omitted errors.
 */
export class OutageLines {
  readonly #now: () => number;
  readonly #seen = new LRUCache<string, { loggedAt: number; leftOut: number }>({ max: maxCauses });

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns how many errors of the same cause were left out before this one, or undefined if this one is left out too. */
  leftOutBefore(error: unknown): number | undefined {
    if (!isOutage(error)) return 0;
    const cause = getCause(error);
    const now = this.#now();
    const last = this.#seen.get(cause);
    if (last && now - last.loggedAt < quietMs) {
      last.leftOut += 1;
      return undefined;
    }
    this.#seen.set(cause, { loggedAt: now, leftOut: 0 });
    return last?.leftOut ?? 0;
  }
}

/** Returns the code of the innermost error, or its message if it has no code. */
function getCause(error: unknown): string {
  let innermost = error;
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause;
  const { code } = innermost as { code?: unknown };
  return typeof code === 'string' ? code : String((innermost as Error).message);
}
