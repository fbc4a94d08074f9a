const leastMs = 3_000;
const mostMs = 60_000;

/**
 * Pauses before retries, longer each time, so that a home which is unavailable for an hour gets one request a
 * minute and not a thousand. Starts over after some time without a failure.
 */
export class GrowingPause {
  #next = leastMs;

  /** @param lastedMs how long it went well before it broke */
  after(lastedMs: number): number {
    if (lastedMs > mostMs) this.#next = leastMs;
    const pause = this.#next;
    this.#next = Math.min(pause * 2, mostMs);
    return pause;
  }

  /** Starts over after a success: the next failure is another one. */
  reset(): void {
    this.#next = leastMs;
  }
}
