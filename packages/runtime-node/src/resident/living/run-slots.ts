import { once } from 'node:events';

/**
 * Limits the runs that work at the same time in one process, in the order of their requests. Runs that wait for an approver hold no
 * slot.
 */
export class RunSlots {
  #free: number;
  readonly #queue: (() => void)[] = [];

  /** @param most maximum runs at the same time, at least 1 */
  constructor(most: number) {
    this.#free = most;
  }

  /**
   * Waits for a free slot.
   * @returns function that frees the slot; further calls have no effect
   * @throws the signal's reason if it aborts first
   */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#free++;
      this.#admit();
    };
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const ending = new AbortController();
    let admit = () => {};
    const admitted = new Promise<void>((resolve) => {
      admit = resolve;
    });
    this.#queue.push(admit);
    const aborted = once(signal, 'abort', { signal: ending.signal }).then(
      () => 'aborted' as const,
      () => undefined,
    );
    try {
      if ((await Promise.race([admitted, aborted])) !== 'aborted') return;
      const place = this.#queue.indexOf(admit);
      // Admitted and aborted at the same time: the slot passes to the next one.
      if (place === -1) {
        this.#free++;
        this.#admit();
      } else this.#queue.splice(place, 1);
      throw signal.reason;
    } finally {
      ending.abort();
    }
  }

  #admit(): void {
    const next = this.#queue.shift();
    if (!next) return;
    this.#free--;
    next();
  }
}
