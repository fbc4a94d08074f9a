/**
 * Rate limit of a tool from its ToolSpec: `rps` calls a second, and `burst` of them at once after a rest. Callers
 * wait in the order in which they came. An `rps` of 0 is no limit.
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
   * Takes a place at a time in milliseconds.
   * @returns how long to wait before calling; undefined, with no place taken, where that is longer than `longestMs`
   */
  take(nowMs: number, longestMs: number): number | undefined {
    if (this.#intervalMs === 0) return 0;
    const due = Math.max(this.#due, nowMs);
    const waitMs = Math.max(0, due - this.#restMs - nowMs);
    if (waitMs > longestMs) return undefined;
    this.#due = due + this.#intervalMs;
    return waitMs;
  }

  /** Waiting time of a call made now. */
  waitMs(nowMs: number): number {
    return Math.max(0, Math.max(this.#due, nowMs) - this.#restMs - nowMs);
  }
}
