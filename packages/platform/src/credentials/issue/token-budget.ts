import { LRUCache } from 'lru-cache';

/** Of the limit, what is kept free of reads, so that a turn does not wait for them. */
const writeShare = 0.25;
/** Of the limit, what stays for others at any moment: below it nobody takes more than a fair share. */
const scarceShare = 0.75;
/** Of the limit, what one agent may take in the long run while calls are scarce, and what all of one owner's may. */
const shareOf = { agent: 0.05, owner: 0.25 } as const;
/** How many seconds of its share one may take at once. */
const burstSeconds = 2;
const remembered = 20_000;

export interface BudgetRequest {
  agentId: string;
  ownerId: string | null;
  calls: number;
  /** Whether it takes a turn, or asks to take part. */
  isWrite: boolean;
}

export interface BudgetRefusal {
  /** Whether the home has no room, or this agent or owner has had its share. */
  reason: 'home' | 'share';
  retryAfterSeconds: number;
}

/**
 * How many calls to the token service this process makes a second: its account has a limit that all of its callers
 * share. A request may cost many calls, so calls are counted. Writes may use all of it, reads only what lies above a
 * quarter; reuse of a live credential costs nothing. What is free beyond three quarters anybody takes; below, each
 * agent and each owner gets its share, with the share of turn writes apart, so that nobody takes from the others what
 * the home has, nor their turns (openspec: resilience).
 */
export class TokenBudget {
  readonly #perSecond: number;
  readonly #now: () => number;
  readonly #home: Bucket;
  readonly #shares = new LRUCache<string, Bucket>({ max: remembered });

  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#home = new Bucket(perSecond, perSecond, now());
  }

  /** Takes all of the calls or none; answers why not. */
  take(request: BudgetRequest): BudgetRefusal | undefined {
    const { calls } = request;
    if (calls === 0) return undefined;
    const now = this.#now();
    const shares = this.#sharesOf(request);
    const reserve = this.#perSecond * writeShare;
    // The reserve is for turns, and one request may have a part of it: who asks for more waits as reads do.
    const isTurn = request.isWrite && calls <= Math.max(1, reserve / 2);
    const kept = isTurn ? 0 : reserve;
    // A request for more than a second's worth must get through at last.
    const needed = Math.min(calls, this.#perSecond - kept);
    const homeLeft = this.#home.left(now);
    if (homeLeft - kept < needed) return { reason: 'home', retryAfterSeconds: 1 };
    if (homeLeft - calls < this.#perSecond * scarceShare) {
      const wait = Math.max(...shares.map((share) => share.secondsUntil(calls, now)));
      if (wait > 0) return { reason: 'share', retryAfterSeconds: Math.ceil(wait) };
    }
    for (const bucket of [this.#home, ...shares]) bucket.take(calls, now);
    return undefined;
  }

  /** The service itself said that it was too much: nothing more for a second. */
  drain(): void {
    this.#home.drain(this.#perSecond * writeShare, this.#now());
  }

  #sharesOf({ agentId, ownerId, isWrite }: BudgetRequest): Bucket[] {
    const kind = isWrite ? 'write' : 'read';
    return [
      this.#share(`agent ${kind} ${agentId}`, shareOf.agent),
      ...(ownerId === null ? [] : [this.#share(`owner ${kind} ${ownerId}`, shareOf.owner)]),
    ];
  }

  #share(name: string, part: number): Bucket {
    const known = this.#shares.get(name);
    if (known) return known;
    const perSecond = this.#perSecond * part;
    const share = new Bucket(perSecond, Math.max(1, perSecond * burstSeconds), this.#now());
    this.#shares.set(name, share);
    return share;
  }
}

/** So many a second, up to a most; may be overdrawn, and then waits longer. */
class Bucket {
  readonly #perSecond: number;
  readonly #most: number;
  #left: number;
  #asOf: number;

  constructor(perSecond: number, most: number, now: number) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#left = most;
    this.#asOf = now;
  }

  left(now: number): number {
    const earned = ((now - this.#asOf) / 1000) * this.#perSecond;
    this.#left = Math.min(this.#most, this.#left + Math.max(0, earned));
    this.#asOf = now;
    return this.#left;
  }

  take(amount: number, now: number): void {
    this.#left = this.left(now) - amount;
  }

  /** Until so much, or all it ever holds, is there. */
  secondsUntil(amount: number, now: number): number {
    return Math.max(0, (Math.min(amount, this.#most) - this.left(now)) / this.#perSecond);
  }

  drain(debt: number, now: number): void {
    this.#left = Math.min(this.left(now), 0) - debt;
  }
}

const turnWrites: ReadonlySet<string> = new Set(['message', 'request', 'join_request', 'join_approval']);

/** What an agent takes its turn with, or asks to take part. */
export function isTurnWrite(permissionClass: string): boolean {
  return turnWrites.has(permissionClass);
}
