/** Signals that an event may exist. A needless call is harmless. */
export interface FeedSignal {
  /** Number of notifications received so far. */
  readonly heard: number;
  /**
   * Calls `wake` when one of these names is notified: an agent, `topic/…` or `task/…`. The returned function unsubscribes. Also
   * calls it soon if that happened after `since`, so that no change between a read and this call is missed.
   */
  subscribe(names: readonly string[], since: number, wake: () => void): () => void;
}

/** Number of recent names that are remembered: more than arrive between a read and the following wait. */
const remembered = 10_000;

/** Subscriptions by name, so that a notification costs only its own subscribers. */
export class FeedSubscriptions implements FeedSignal {
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Latest notification of each name, oldest first. */
  readonly #told = new Map<string, number>();
  /** Notifications up to here are not remembered individually. */
  #forgotten = 0;
  #heard = 0;

  get heard(): number {
    return this.#heard;
  }

  /** Number of names with subscribers. */
  get size(): number {
    return this.#waiting.size;
  }

  subscribe(names: readonly string[], since: number, wake: () => void): () => void {
    if (since < this.#forgotten || names.some((name) => (this.#told.get(name) ?? 0) > since)) {
      // Deferred until the caller has the returned function.
      queueMicrotask(wake);
      return () => {};
    }
    for (const name of names) {
      const those = this.#waiting.get(name);
      if (those) those.add(wake);
      else this.#waiting.set(name, new Set([wake]));
    }
    return () => {
      for (const name of names) {
        const those = this.#waiting.get(name);
        if (those?.delete(wake) && those.size === 0) this.#waiting.delete(name);
      }
    };
  }

  tell(name: string): void {
    this.#heard += 1;
    this.#told.delete(name);
    this.#told.set(name, this.#heard);
    if (this.#told.size > remembered) this.#forgetOldest();
    // Iterates over a copy, since a notified subscriber removes itself.
    for (const wake of [...(this.#waiting.get(name) ?? [])]) wake();
  }

  /** Notifies all subscribers, because notifications may have been lost. */
  notifyAll(): void {
    this.#heard += 1;
    this.#forgotten = this.#heard;
    this.#told.clear();
    for (const wake of new Set([...this.#waiting.values()].flatMap((those) => [...those]))) wake();
  }

  #forgetOldest(): void {
    for (const [name, at] of this.#told) {
      this.#told.delete(name);
      this.#forgotten = at;
      return;
    }
  }
}
