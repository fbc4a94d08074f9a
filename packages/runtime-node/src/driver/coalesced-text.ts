/** Streamed text in pieces of a quarter of a second: four records at most, however fast a model speaks. */
const pieceMs = 250;

export class CoalescedText {
  readonly #write: (text: string) => Promise<void>;
  #pending = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  add(delta: string): void {
    this.#pending += delta;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#put();
    }, pieceMs);
  }

  /** Writes the rest at the end of the response. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // A surrogate half may remain.
    this.#pending = this.#pending.toWellFormed();
    await this.#put();
  }

  async #put(): Promise<void> {
    // A pair of units that came in two pieces stays together.
    const held = /[\ud800-\udbff]$/.test(this.#pending) ? this.#pending.slice(-1) : '';
    const text = held === '' ? this.#pending : this.#pending.slice(0, -1);
    this.#pending = held;
    if (text !== '') await this.#write(text.toWellFormed()).catch(() => undefined);
  }
}
