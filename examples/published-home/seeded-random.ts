import { createHash } from 'node:crypto';

/**
 * Random-looking bytes, the same in every run. For examples only: the seed is public, and so is every key made
 * from it.
 */
export class SeededRandom {
  readonly #seed: string;
  #scene = 'founding';
  readonly #drawn = new Map<number, number>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Restarts under another name, so that the draws of one scene do not affect later scenes. */
  enter(scene: string): void {
    this.#scene = scene;
    this.#drawn.clear();
  }

  /** Draws of one length do not affect those of another, because leases and salts are drawn in no fixed order. */
  readonly bytes = (length: number): Uint8Array => {
    const count = (this.#drawn.get(length) ?? 0) + 1;
    this.#drawn.set(length, count);
    return this.named(`${this.#scene}/${length}/${count}`, length);
  };

  /** Returns the same bytes at each call. */
  named(name: string, length = 32): Uint8Array {
    const blocks: Buffer[] = [];
    for (let block = 0; block * 32 < length; block += 1)
      blocks.push(createHash('sha256').update(`${this.#seed}/${name}/${block}`).digest());
    return new Uint8Array(Buffer.concat(blocks).subarray(0, length));
  }
}
