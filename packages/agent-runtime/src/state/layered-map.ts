/** Entries copied with each change; the older part is copied once per this number of changes. */
const mostRecent = 32;

/**
 * Immutable map: a changed copy shares nearly all entries with the original. A state is kept for each step, so full copies would
 * slow a graph of a thousand nodes down with every node.
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

  /** Iterates in the order of first insertion, as any map does. */
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
