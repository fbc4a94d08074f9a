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
  const [only, ...others] = signals;
  if (only && others.length === 0 && !limit) {
    allowManyListeners(only);
    return act(only);
  }
  const either = new EitherSignal(signals, limit);
  try {
    return await act(either.signal);
  } finally {
    either.close();
  }
}

/** Every call of a model or a tool has one: it listens itself, so that nothing is made for it that it can do without. */
class EitherSignal {
  readonly #signals: readonly AbortSignal[];
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(signals: readonly AbortSignal[], limit: TimeLimit | undefined) {
    this.#signals = signals;
    // An act may have many requests under way, each of which listens.
    allowManyListeners(this.signal);
    for (const signal of signals) {
      // Many calls at once wait for the same end, and each takes its listener away again: that is no leak.
      allowManyListeners(signal);
      if (signal.aborted) this.#controller.abort(signal.reason);
      else signal.addEventListener('abort', this, { once: true });
    }
    if (limit)
      this.#timer = setTimeout(
        () => this.#controller.abort(limit.reason()),
        Math.min(limit.ms, longestTimeMs),
      );
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Of any of the signals. */
  handleEvent({ currentTarget }: Event): void {
    if (currentTarget instanceof AbortSignal) this.#controller.abort(currentTarget.reason);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#signals) signal.removeEventListener('abort', this);
  }
}

/**
 * Without a warning of a leak. Not 0, which Node takes for "none was set": `fetch` asks every signal for its number, and would
 * build an error each time that it then swallows, which is half of what a request costs.
 */
export function allowManyListeners(signal: AbortSignal): void {
  setMaxListeners(Number.POSITIVE_INFINITY, signal);
}
