/** Holds at most `capacity` values and forgets the least recently used one. */
export class BoundedCache<Value> {
  readonly #capacity: number;
  // A Map keeps insertion order, so its first key is the least recently used one.
  readonly #values = new Map<string, Value>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#values.size;
  }

  getOrCreate(key: string, create: () => Value): Value {
    const value = this.#values.get(key) ?? create();
    this.set(key, value);
    return value;
  }

  /** Reading does not count as use and does not extend the lifetime. */
  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#capacity) this.#forgetOldest();
  }

  #forgetOldest(): void {
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      return;
    }
  }
}
