export interface Polling {
  /** Between two looks while something happens; default 150 ms. */
  activeMs: number;
  /** Between two looks while nothing does; default 4000 ms. */
  idleMs: number;
}

export const defaultPolling: Polling = { activeMs: 150, idleMs: 4_000 };

/** For so long after a change, or after something was written, the next change is expected soon. */
const activeForMs = 3_000;
const growth = 1.5;
/**
 * Of `activeMs`: what is told of is published some 15 to 30 milliseconds later, so that the first look usually finds it. One
 * that comes too early is made for nothing, by everybody who follows.
 */
const firstPause = 0.27;
/** Of `idleMs`, where the feed tells of every change: a look is then only for what it might have missed. */
const restPauses = 5;

/**
 * How long to wait between two looks at a topic's state: short while things happen, long while they do not, and longest
 * where whoever looks would be told.
 */
export class LookingPace {
  readonly #polling: Polling;
  #intervalMs: number;
  #activeUntil = 0;
  #isResting = false;

  constructor(polling: Polling) {
    this.#polling = polling;
    this.#intervalMs = polling.activeMs;
  }

  /** Something happened that will change the state soon. */
  woken(now: number): void {
    this.#activeUntil = now + activeForMs;
    this.#intervalMs = this.#polling.activeMs * firstPause;
    this.#isResting = false;
  }

  /** The state changed. */
  changed(now: number): void {
    this.#activeUntil = now + activeForMs;
    this.#isResting = false;
  }

  /** All that was told of has been seen: the next change will be told of as well. */
  rest(): void {
    this.#activeUntil = 0;
    this.#isResting = true;
  }

  /** Milliseconds until the next look, after so many `failures` in a row. */
  next(now: number, failures = 0): number {
    const { activeMs, idleMs } = this.#polling;
    if (this.#isResting && failures === 0) return idleMs * restPauses;
    const mostMs = now < this.#activeUntil ? activeMs : idleMs;
    const pause = Math.min(idleMs, Math.min(mostMs, this.#intervalMs) * 2 ** failures);
    this.#intervalMs = Math.min(mostMs, this.#intervalMs * growth);
    return pause;
  }
}
