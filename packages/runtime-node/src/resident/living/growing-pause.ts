const leastMs = 3_000;
const mostMs = 60_000;

/**
 * How long to wait before something that broke is tried again: longer each time, so that a home which is away for an hour is
 * asked a minute apart and not a thousand times; from the beginning after it went well for a while.
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
}
