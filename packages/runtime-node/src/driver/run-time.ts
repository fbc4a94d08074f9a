/** The time that a run has: what it waits for people is none of it. */
export class RunTime {
  #leftMs: number;
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #onOver: () => void;

  constructor(leftMs: number, onOver: () => void) {
    this.#leftMs = leftMs;
    this.#onOver = onOver;
  }

  get isOver(): boolean {
    return this.#leftMs <= 0;
  }

  start(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(this.#onOver, Math.min(Math.max(this.#leftMs, 0), 2 ** 31 - 1));
  }

  stop(): void {
    clearTimeout(this.#timer);
    if (this.#since !== undefined) this.#leftMs -= performance.now() - this.#since;
    this.#since = undefined;
  }
}
