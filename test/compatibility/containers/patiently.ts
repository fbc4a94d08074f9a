import { setTimeout as delay } from 'node:timers/promises';

/** Until it holds. Asking is a process or two each time, and takes from what it asks about. */
export async function patiently<T>(check: () => Promise<T>, withinMs: number): Promise<T> {
  for (const end = Date.now() + withinMs; ; await delay(500)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
