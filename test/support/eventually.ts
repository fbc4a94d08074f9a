import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition with a bound: the last reason why it does not hold is in the failure's message. */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 15_000): Promise<T> {
  let reason: unknown;
  for (const end = Date.now() + withinMs; Date.now() < end; await delay(20)) {
    try {
      return await check();
    } catch (error) {
      reason = error;
    }
  }
  const last = reason instanceof Error ? reason.message : String(reason);
  throw new Error(`did not come true within ${withinMs} ms: ${last.slice(0, 500)}`, { cause: reason });
}
