/**
 * Rate limit of a tool from its ToolSpec: `rps` calls per second, and `burst` of them at once after a pause. Callers wait in order
 * of arrival. An `rps` of 0 means no limit.
 */
export class RateLimit {
  readonly #intervalMs: number;
  readonly #restMs: number;
  /** Time at which the next call would be due at a constant rate. */
  #due = 0;

  constructor({ rps, burst }: { rps: number; burst: number }) {
    this.#intervalMs = rps > 0 ? 1_000 / rps : 0;
    this.#restMs = Math.max(0, burst - 1) * this.#intervalMs;
  }

  /**
   * Reserves a slot for a call; times are in milliseconds.
   * @returns delay before the call; undefined, without a reservation, if it is longer than `longestMs`
   */
  take(nowMs: number, longestMs: number): number | undefined {
    if (this.#intervalMs === 0) return 0;
    const due = Math.max(this.#due, nowMs);
    const waitMs = Math.max(0, due - this.#restMs - nowMs);
    if (waitMs > longestMs) return undefined;
    this.#due = due + this.#intervalMs;
    return waitMs;
  }

  /** Returns the delay of a call made now. */
  waitMs(nowMs: number): number {
    return Math.max(0, Math.max(this.#due, nowMs) - this.#restMs - nowMs);
  }
}
