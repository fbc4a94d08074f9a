import { setTimeout as later } from 'node:timers/promises';

const longestMs = 60_000;
/** Time that a call waits for a restart before it fails. */
const patienceMs = 5_000;

/** Delay after a failure of a server: zero the first time, then doubled each time. */
export class RestartDelay {
  readonly #firstMs: number;
  #failures = 0;
  #until = 0;

  constructor(firstMs: number) {
    this.#firstMs = firstMs;
  }

  failed(): void {
    this.#failures += 1;
    const delay = this.#failures === 1 ? 0 : Math.min(longestMs, this.#firstMs * 2 ** (this.#failures - 2));
    this.#until = performance.now() + delay;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** Waits for the end of the delay. Returns false at once if it is longer than `patienceMs`. */
  async over(signal: AbortSignal): Promise<boolean> {
    const left = this.#until - performance.now();
    if (left <= 0) return true;
    if (left > patienceMs) return false;
    await later(left, undefined, { signal });
    return true;
  }
}
