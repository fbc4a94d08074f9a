/** Time left for a run and its active leg; waiting for approvers does not count. */
export class RunTime {
  #leftMs: number;
  #legLeftMs: number;
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #onOver: () => void;

  constructor(left: { runMs: number; legMs: number }, onOver: () => void) {
    this.#leftMs = left.runMs;
    this.#legLeftMs = left.legMs;
    this.#onOver = onOver;
  }

  get isOver(): boolean {
    return this.#left() <= 0;
  }

  /** Milliseconds that are left now; below 0 once they are over. */
  get leftMs(): number {
    const spent = this.#since === undefined ? 0 : performance.now() - this.#since;
    return this.#left() - spent;
  }

  start(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(this.#onOver, Math.min(Math.max(this.#left(), 0), 2 ** 31 - 1));
  }

  stop(): void {
    clearTimeout(this.#timer);
    const spent = this.#since === undefined ? 0 : performance.now() - this.#since;
    this.#leftMs -= spent;
    this.#legLeftMs -= spent;
    this.#since = undefined;
  }

  /** Switches to the time limit of another leg. */
  beginLeg(timeoutMs: number): void {
    const isRunning = this.#since !== undefined;
    this.stop();
    this.#legLeftMs = timeoutMs;
    if (isRunning) this.start();
  }

  #left(): number {
    return Math.min(this.#leftMs, this.#legLeftMs);
  }
}
