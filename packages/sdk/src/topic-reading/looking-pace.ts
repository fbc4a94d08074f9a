export interface Polling {
  /** Interval between polls during activity; default 150 ms. */
  activeMs: number;
  /** Interval between polls of an idle topic; default 4000 ms. */
  idleMs: number;
}

export const defaultPolling: Polling = { activeMs: 150, idleMs: 4_000 };

/** Period after a change or a write in which the next change is expected soon. */
const activeForMs = 3_000;
const growth = 1.5;
/**
 * Share of `activeMs` before the first poll. An announced entry is published 15 to 30 milliseconds later, so that the first poll
 * usually finds it. An earlier poll would be wasted by every follower.
 */
const firstPause = 0.27;
/** Multiple of `idleMs` while the feed reports every change: a poll then only finds changes that the feed missed. */
const restPauses = 5;

/**
 * Pause between two polls of a topic's state: short during activity, long without, and longest while the feed
 * would report changes.
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

  /** Speeds up polling, because the state will change soon. */
  woken(now: number): void {
    this.#activeUntil = now + activeForMs;
    this.#intervalMs = this.#polling.activeMs * firstPause;
    this.#isResting = false;
  }

  /** Speeds up polling after a change of the state. */
  changed(now: number): void {
    this.#activeUntil = now + activeForMs;
    this.#isResting = false;
  }

  /** Every notified change has been read, and the next one will be notified as well. */
  rest(): void {
    this.#activeUntil = 0;
    this.#isResting = true;
  }

  /** Returns the milliseconds until the next poll after `failures` consecutive failures. */
  next(now: number, failures = 0): number {
    const { activeMs, idleMs } = this.#polling;
    if (this.#isResting && failures === 0) return idleMs * restPauses;
    const mostMs = now < this.#activeUntil ? activeMs : idleMs;
    const pause = Math.min(idleMs, Math.min(mostMs, this.#intervalMs) * 2 ** failures);
    this.#intervalMs = Math.min(mostMs, this.#intervalMs * growth);
    return pause;
  }
}
