import type { StoredObject } from './stored-object.ts';
import { compareUtf8 } from './utf8-order.ts';

/** Records of all objects in memory, by key and in UTF-8 order, so that head and list read no file. */
export class ObjectIndex {
  readonly #records = new Map<string, StoredObject>();
  #keys: string[] = [];

  get(key: string): StoredObject | undefined {
    return this.#records.get(key);
  }

  /** Loads all records at startup. */
  load(records: StoredObject[]): void {
    for (const record of records) this.#records.set(record.key, record);
    this.#keys = [...this.#records.keys()].sort(compareUtf8);
  }

  set(record: StoredObject): void {
    if (!this.#records.has(record.key)) {
      this.#keys.splice(
        this.#firstPosition((key) => compareUtf8(key, record.key) >= 0),
        0,
        record.key,
      );
    }
    this.#records.set(record.key, record);
  }

  delete(key: string): void {
    if (!this.#records.delete(key)) return;
    this.#keys.splice(
      this.#firstPosition((candidate) => compareUtf8(candidate, key) >= 0),
      1,
    );
  }

  all(): Iterable<StoredObject> {
    return this.#records.values();
  }

  /** Returns the first record at or after `key`, or after it if `exclusive`. */
  firstFrom(key: string, exclusive: boolean): StoredObject | undefined {
    return this.#at((candidate) => compareUtf8(candidate, key) >= (exclusive ? 1 : 0));
  }

  /** Returns the first record after all keys that start with `prefix`. */
  firstBehindPrefix(prefix: string): StoredObject | undefined {
    return this.#at((key) => compareUtf8(key, prefix) > 0 && !key.startsWith(prefix));
  }

  #at(reached: (key: string) => boolean): StoredObject | undefined {
    const key = this.#keys[this.#firstPosition(reached)];
    return key === undefined ? undefined : this.#records.get(key);
  }

  /** `reached` must be false for a beginning of the keys and true for the rest. */
  #firstPosition(reached: (key: string) => boolean): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (reached(this.#keys[middle] ?? '')) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
