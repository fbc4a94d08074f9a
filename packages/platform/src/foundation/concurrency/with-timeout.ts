import { setTimeout as delay } from 'node:timers/promises';

/** Waits for work to end, but no longer than this, so that a shutdown cannot hang. Returns false if the time ran out. */
export async function withTimeout(ending: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const giveUp = new AbortController();
  try {
    const late = delay(milliseconds, false, { signal: giveUp.signal }).catch(() => false);
    return await Promise.race([ending.then(() => true), late]);
  } finally {
    giveUp.abort();
  }
}
