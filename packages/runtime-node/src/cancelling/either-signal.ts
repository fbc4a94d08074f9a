import { setMaxListeners } from 'node:events';

/** A limit of time beside the signals; what it ends has this reason. */
export interface TimeLimit {
  ms: number;
  reason: () => Error;
}

/** Of timers; a longer one would go off at once. */
const longestTimeMs = 2 ** 31 - 1;

/**
 * Does something that any of the signals ends, or the end of its time. It is not `AbortSignal.any`: on Node 20 that does not keep
 * the signals it was made of, so that a time-out which nobody else holds is collected before it comes.
 */
export async function withEither<T>(
  signals: readonly AbortSignal[],
  act: (signal: AbortSignal) => Promise<T>,
  limit?: TimeLimit,
): Promise<T> {
  const controller = new AbortController();
  // An act may have many requests under way, each of which listens.
  allowManyListeners(controller.signal);
  const stops = signals.map((signal) => {
    // Many calls at once wait for the same end, and each takes its listener away again: that is no leak.
    allowManyListeners(signal);
    const stop = () => controller.abort(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    return () => signal.removeEventListener('abort', stop);
  });
  const timer =
    limit && setTimeout(() => controller.abort(limit.reason()), Math.min(limit.ms, longestTimeMs));
  try {
    return await act(controller.signal);
  } finally {
    clearTimeout(timer);
    for (const stop of stops) stop();
  }
}

/**
 * Without a warning of a leak. Not 0, which Node takes for "none was set": `fetch` asks every signal for its number, and would
 * build an error each time that it then swallows, which is half of what a request costs.
 */
export function allowManyListeners(signal: AbortSignal): void {
  setMaxListeners(Number.POSITIVE_INFINITY, signal);
}
