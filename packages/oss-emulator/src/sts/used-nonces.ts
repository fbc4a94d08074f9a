/** Remembers nonces in memory for as long as a request with one could still be fresh. */
export class UsedNonces {
  readonly #lifetime: number;
  /** Sorted by time of use, oldest first. */
  readonly #usedAt = new Map<string, number>();

  /** `lifetime` in milliseconds. */
  constructor(lifetime: number) {
    this.#lifetime = lifetime;
  }

  /** Returns false if the nonce was used before. */
  use(nonce: string, now: number): boolean {
    for (const [old, usedAt] of this.#usedAt) {
      if (usedAt + this.#lifetime > now) break;
      this.#usedAt.delete(old);
    }
    if (this.#usedAt.has(nonce)) return false;
    this.#usedAt.set(nonce, now);
    return true;
  }
}
