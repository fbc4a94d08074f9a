/** Interval between pieces of streamed text: at most four records per second, however fast a model is. */
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
    // An unpaired surrogate may remain.
    this.#pending = this.#pending.toWellFormed();
    await this.#put();
  }

  async #put(): Promise<void> {
    // A surrogate pair that arrived in two pieces stays together.
    const held = /[\ud800-\udbff]$/.test(this.#pending) ? this.#pending.slice(-1) : '';
    const text = held === '' ? this.#pending : this.#pending.slice(0, -1);
    this.#pending = held;
    if (text !== '') await this.#write(text.toWellFormed()).catch(() => undefined);
  }
}
