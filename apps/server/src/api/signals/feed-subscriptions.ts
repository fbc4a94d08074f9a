/** Tells that something may be there. A call that was not needed is harmless. */
export interface FeedSignal {
  /** How many notifications have come so far. */
  readonly heard: number;
  /**
   * Calls `wake` when one of these names is told of: an agent, `topic/…` or `task/…`; until the answer is called. Also,
   * soon, where that was after `since`, so that nothing is slept through that came between a look and this.
   */
  subscribe(names: readonly string[], since: number, wake: () => void): () => void;
}

/** Names remembered of what was told lately: more than come between a look and the wait after it. */
const remembered = 10_000;

/** Who waits for what, by name: an event wakes those who hear of it, and costs nobody else anything. */
export class FeedSubscriptions implements FeedSignal {
  readonly #waiting = new Map<string, Set<() => void>>();
  /** When each name was told of last, the oldest first. */
  readonly #told = new Map<string, number>();
  /** What was told up to here is not remembered one by one. */
  #forgotten = 0;
  #heard = 0;

  get heard(): number {
    return this.#heard;
  }

  /** Names that somebody waits for. */
  get size(): number {
    return this.#waiting.size;
  }

  subscribe(names: readonly string[], since: number, wake: () => void): () => void {
    if (since < this.#forgotten || names.some((name) => (this.#told.get(name) ?? 0) > since)) {
      // Not before the caller has what is answered here.
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
    // A copy: who is woken leaves.
    for (const wake of [...(this.#waiting.get(name) ?? [])]) wake();
  }

  /** Something may have been told that did not come here. */
  tellAll(): void {
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
