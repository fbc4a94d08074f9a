import { setTimeout as delay } from 'node:timers/promises';

/**
 * Retries a check until it succeeds or time is up. The delay is long because each check starts a process or two
 * on the tested machine.
 */
export async function patiently<T>(check: () => Promise<T>, withinMs: number): Promise<T> {
  for (const end = Date.now() + withinMs; ; await delay(500)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
