import { setMaxListeners } from 'node:events';

/** Timeout in addition to the signals, with the reason of the abort. */
export interface TimeLimit {
  ms: number;
  reason: () => Error;
}

/** Maximum delay of a timer; a longer one would fire at once. */
const longestTimeMs = 2 ** 31 - 1;

/**
 * Runs an act that ends with any of the signals, or with a timeout. `AbortSignal.any` is not used: on Node 20
 * it does not keep its source signals, so a timeout without another reference is collected before it fires.
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

/** Combines abort signals. Every model or tool call creates one, so it registers its own listeners to avoid allocations. */
class EitherSignal {
  readonly #signals: readonly AbortSignal[];
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(signals: readonly AbortSignal[], limit: TimeLimit | undefined) {
    this.#signals = signals;
    // Many parallel requests may listen to the combined signal.
    allowManyListeners(this.signal);
    for (const signal of signals) {
      // Many parallel calls wait for the same end, and each removes its listener again, so this is not a leak.
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

  /** Aborts with the reason of any of the signals. On Node 20 `currentTarget` is null for all listeners of a signal but the first. */
  handleEvent({ target }: Event): void {
    if (target instanceof AbortSignal) this.#controller.abort(target.reason);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#signals) signal.removeEventListener('abort', this);
  }
}

/**
 * Turns off the leak warning. Zero does not work, because Node treats it as unset: `fetch` reads the limit of every signal and
 * would create an error each time, which is half the cost of a request.
 */
export function allowManyListeners(signal: AbortSignal): void {
  setMaxListeners(Number.POSITIVE_INFINITY, signal);
}
