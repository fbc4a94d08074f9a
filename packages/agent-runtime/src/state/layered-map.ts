/** Entries that are copied with each change; what is older is copied once for so many. */
const mostRecent = 32;

/**
 * A map that never changes: one with another entry is a new one, which shares nearly all with it. A state is kept for each step, and
 * a whole copy for each would make a graph of a thousand nodes slower with every node.
 */
export class LayeredMap<Value> implements ReadonlyMap<string, Value> {
  readonly #old: ReadonlyMap<string, Value>;
  readonly #recent: ReadonlyMap<string, Value>;
  readonly size: number;

  private constructor(old: ReadonlyMap<string, Value>, recent: ReadonlyMap<string, Value>, size: number) {
    this.#old = old;
    this.#recent = recent;
    this.size = size;
  }

  static of<Value>(entries: Iterable<readonly [string, Value]> = []): LayeredMap<Value> {
    const old = new Map(entries);
    return new LayeredMap(old, new Map(), old.size);
  }

  with(key: string, value: Value): LayeredMap<Value> {
    const size = this.has(key) ? this.size : this.size + 1;
    const recent = new Map(this.#recent).set(key, value);
    return recent.size <= mostRecent
      ? new LayeredMap(this.#old, recent, size)
      : new LayeredMap(new Map([...this.#old, ...recent]), new Map(), size);
  }

  get(key: string): Value | undefined {
    return this.#recent.has(key) ? this.#recent.get(key) : this.#old.get(key);
  }

  has(key: string): boolean {
    return this.#recent.has(key) || this.#old.has(key);
  }

  /** In the order in which keys came first, as of any map. */
  entries(): MapIterator<[string, Value]> {
    return new Map([...this.#old, ...this.#recent]).entries();
  }

  keys(): MapIterator<string> {
    return new Map(this.entries()).keys();
  }

  values(): MapIterator<Value> {
    return new Map(this.entries()).values();
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  forEach(tell: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this.entries()) tell(value, key, this);
  }
}
