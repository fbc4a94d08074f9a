import { setTimeout as delay } from 'node:timers/promises';

/** Repeats a request until it succeeds or the time limit is reached. */
export async function patiently<T>(
  look: () => Promise<T | undefined>,
  withinMs: number,
): Promise<T | undefined> {
  for (const end = Date.now() + withinMs; ; await delay(25)) {
    const found = await look();
    if (found !== undefined || Date.now() >= end) return found;
  }
}
