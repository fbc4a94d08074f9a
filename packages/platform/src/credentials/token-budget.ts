/** What is kept free of reads, so that a turn does not wait for them. */
const writeShare = 0.25;

/**
 * How many calls to the token service this process makes a second: its account has a limit that all of its callers
 * share. Writes may use all of it, reads only what lies above a quarter; reuse of a live credential costs nothing.
 */
export class TokenBudget {
  readonly #perSecond: number;
  readonly #now: () => number;
  #left: number;
  #asOf: number;

  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#left = perSecond;
    this.#asOf = now();
  }

  /** Whether so many calls may be made now; all of them or none. */
  take(calls: number, isWrite: boolean): boolean {
    if (calls === 0) return true;
    this.#refill();
    const kept = isWrite ? 0 : this.#perSecond * writeShare;
    // A request for more than a second's worth must get through at last.
    const needed = Math.min(calls, this.#perSecond - kept);
    if (this.#left - kept < needed) return false;
    this.#left -= calls;
    return true;
  }

  /** The service itself said that it was too much: nothing more for a second. */
  drain(): void {
    this.#refill();
    this.#left = Math.min(this.#left, 0) - this.#perSecond * writeShare;
  }

  #refill(): void {
    const now = this.#now();
    const earned = ((now - this.#asOf) / 1000) * this.#perSecond;
    this.#left = Math.min(this.#perSecond, this.#left + Math.max(0, earned));
    this.#asOf = now;
  }
}

const turnWrites: ReadonlySet<string> = new Set(['message', 'request', 'join_request', 'join_approval']);

/** What an agent takes its turn with, or asks to take part. */
export function isTurnWrite(permissionClass: string): boolean {
  return turnWrites.has(permissionClass);
}
