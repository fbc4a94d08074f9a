/** Limits a flow to a burst and a rate per second. Anything above is a flood. */
export class FloodGauge {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #now: () => number;
  #left: number;
  #last: number;

  constructor(limits: { burst: number; perSecond: number }, now = () => performance.now()) {
    this.#burst = limits.burst;
    this.#perSecond = limits.perSecond;
    this.#now = now;
    this.#left = limits.burst;
    this.#last = now();
  }

  /** Returns true if there was room for it. */
  take(amount: number): boolean {
    const now = this.#now();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#last) / 1000) * this.#perSecond);
    this.#last = now;
    this.#left -= amount;
    return this.#left >= 0;
  }
}
