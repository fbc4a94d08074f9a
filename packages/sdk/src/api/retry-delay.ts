import { ApiError, ConnectionError } from '../errors/api-error.ts';
import { jittered, type Surroundings } from '../shared/clock.ts';

const firstDelayMs = 200;
const longestDelayMs = 5_000;
/** A home that asks for more patience than this gets its error shown to the caller instead. */
const longestRetryAfterSeconds = 30;

/** How long to wait before attempt `attempt + 1`, or `undefined` when trying again makes no sense. */
export function retryDelay(error: unknown, attempt: number, surroundings: Surroundings): number | undefined {
  const backoff = jittered(surroundings, Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1)), 0.25);
  if (error instanceof ConnectionError) return error.code === 'bad_answer' ? undefined : backoff;
  if (!(error instanceof ApiError)) return undefined;
  if (![429, 502, 503, 504].includes(error.status) && error.code !== 'idempotency_key_in_progress')
    return undefined;
  if (error.retryAfter === undefined) return backoff;
  if (error.retryAfter > longestRetryAfterSeconds) return undefined;
  return error.retryAfter * 1000 + backoff / 4;
}
