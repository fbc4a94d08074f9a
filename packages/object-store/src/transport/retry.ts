import pRetry from 'p-retry';
import { ObjectStoreError, type ObjectStoreErrorCode } from '../port/object-store-error.ts';

/** Exponential backoff with jitter: each delay is 1 to 2 times its step, and no longer than `maxDelayMs`. */
export interface RetryOptions {
  /** Number of attempts, including the first; default 4. */
  attempts?: number;
  /** Default 100. */
  minDelayMs?: number;
  /** Default 2000. */
  maxDelayMs?: number;
}

/**
 * Repeats the attempt while it fails with one of the codes. Timeouts are not repeated: a caller that waited that long has its own
 * queue of retries.
 */
export function withRetry<Result>(
  options: RetryOptions,
  codes: readonly ObjectStoreErrorCode[],
  attempt: () => Promise<Result>,
  maxTotalMs = Number.POSITIVE_INFINITY,
): Promise<Result> {
  return pRetry(attempt, {
    retries: (options.attempts ?? 4) - 1,
    minTimeout: options.minDelayMs ?? 100,
    maxTimeout: options.maxDelayMs ?? 2000,
    maxRetryTime: maxTotalMs,
    randomize: true,
    shouldRetry: ({ error }) => error instanceof ObjectStoreError && codes.includes(error.code),
  });
}
