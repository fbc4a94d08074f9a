/** State of a line: `changed` if its text differs from the line that was begun. */
export type LineState = 'new' | 'begun' | 'ended' | 'changed';

const firstSize = 1_024;
const [unknown, begun, ended] = [0, 1, 2];

/** States of the lines, in nine bytes per line because an input may have millions. */
export class LineTable {
  #hashes = new BigUint64Array(firstSize);
  #states = new Uint8Array(firstSize);

  begin(line: number, sha256: string): void {
    this.#reach(line);
    this.#hashes[line] = shorten(sha256);
    this.#states[line] = begun;
  }

  /** @returns true if the line had begun and not ended */
  end(line: number): boolean {
    if (this.#states[line] !== begun) return false;
    this.#states[line] = ended;
    return true;
  }

  getState(line: number, sha256: string): LineState {
    const state = this.#states[line] ?? unknown;
    if (state === unknown) return 'new';
    if (this.#hashes[line] !== shorten(sha256)) return 'changed';
    return state === ended ? 'ended' : 'begun';
  }

  #reach(line: number): void {
    if (line < this.#states.length) return;
    const size = Math.max(line + 1, this.#states.length * 2);
    const [hashes, states] = [new BigUint64Array(size), new Uint8Array(size)];
    hashes.set(this.#hashes);
    states.set(this.#states);
    [this.#hashes, this.#states] = [hashes, states];
  }
}

function shorten(sha256: string): bigint {
  return BigInt(`0x${sha256.slice(0, 16)}`);
}
