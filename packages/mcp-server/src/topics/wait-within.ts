import { setTimeout as delay } from 'node:timers/promises';

/** Interval between two progress notifications to the client. */
const progressMs = 5_000;

interface Waiting {
  signal: AbortSignal;
  progress(done: number, total: number, message: string): Promise<void>;
}

/**
 * Waits for at most the given seconds, and reports progress to the client; undefined after a timeout. Ends with
 * the call, with the call's own reason.
 */
export async function waitWithin<Result>(
  seconds: number,
  { signal, progress }: Waiting,
  happens: (signal: AbortSignal, sleep: (milliseconds: number) => Promise<void>) => Promise<Result>,
): Promise<Result | undefined> {
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const began = Date.now();
  const deadline = setTimeout(() => ending.abort(), seconds * 1000);
  const ticking = setInterval(() => {
    const waited = Math.round((Date.now() - began) / 1000);
    // The call's own signal detects a client that is gone.
    progress(waited, seconds, 'waiting').catch(() => {});
  }, progressMs);
  try {
    return await happens(ending.signal, (milliseconds) =>
      delay(milliseconds, undefined, { signal: ending.signal }),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (ending.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(deadline);
    clearInterval(ticking);
    signal.removeEventListener('abort', end);
    ending.abort();
  }
}
