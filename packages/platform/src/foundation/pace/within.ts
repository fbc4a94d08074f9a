import { setTimeout as delay } from 'node:timers/promises';

/** Waits for an ending, but no longer than this: a shutdown must not hang on what it shuts down. False when it did. */
export async function within(ending: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const giveUp = new AbortController();
  try {
    const late = delay(milliseconds, false, { signal: giveUp.signal }).catch(() => false);
    return await Promise.race([ending.then(() => true), late]);
  } finally {
    giveUp.abort();
  }
}
