/** Interval between pieces of streamed text: at most four records per second, however fast a model is. */
const pieceMs = 250;

/** Joins the pieces of a response. The first is written at once, so that a user sees at what time the model begins. */
export class CoalescedText {
  readonly #write: (text: string) => Promise<void>;
  #pending = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  add(delta: string): void {
    this.#pending += delta;
    if (this.#timer === undefined && this.#pending !== '') this.#begin();
  }

  /** Writes a piece, and holds back further text until the interval is over. */
  #begin(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#pending !== '') this.#begin();
    }, pieceMs);
    void this.#put();
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
