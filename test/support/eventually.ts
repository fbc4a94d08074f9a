import { setTimeout as delay } from 'node:timers/promises';
import { measuredTimeFactor } from './time-factor.ts';

/**
 * Polls a condition until it holds and returns its result. The limit in milliseconds is for a quiet machine and grows with the measured
 * load; the error of the last attempt is in the failure's message.
 */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 15_000): Promise<T> {
  const limit = withinMs * measuredTimeFactor();
  let reason: unknown;
  for (const end = Date.now() + limit; Date.now() < end; await delay(20)) {
    try {
      return await check();
    } catch (error) {
      reason = error;
    }
  }
  const last = reason instanceof Error ? reason.message : String(reason);
  throw new Error(`did not come true within ${limit} ms: ${last.slice(0, 500)}`, { cause: reason });
}
