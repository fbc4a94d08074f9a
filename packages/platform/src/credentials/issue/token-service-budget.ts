import { LRUCache } from 'lru-cache';

/** The part of the limit that reads may not use, so that no turn waits for them. */
const writeShare = 0.25;
/** While less than this share of the limit is free, calls are scarce and each agent is limited to a fair share. */
const scarceShare = 0.75;
/**
 * The part of the limit that one agent, and all agents of one owner, may use in the long run while calls are scarce.
 */
const computeShare = { agent: 0.05, owner: 0.25 } as const;
/** Seconds for which an unused share adds up. */
const burstSeconds = 2;
const remembered = 20_000;

interface BudgetRequest {
  agentId: string;
  ownerId: string | null;
  calls: number;
  /** True for a message, a request, or an input about joining a circle; false for reading. */
  isWrite: boolean;
}

interface BudgetRefusal {
  /** `home`: the home's calls are used up. `share`: this agent or owner has used up its share. */
  reason: 'home' | 'share';
  retryAfterSeconds: number;
}

/**
 * Limits the calls of this process to the token service, which limits them for its whole account. Counts calls rather than
 * requests, since a request may need many; reusing a live credential needs none. The last quarter is for writes only. While more
 * than three quarters are free, any agent may use calls. Below that, each agent and each owner has a share, separately for turn
 * writes and for reads, so that no agent uses up the calls that others need (openspec: resilience).
 */
export class TokenServiceBudget {
  readonly #perSecond: number;
  readonly #now: () => number;
  readonly #home: Bucket;
  readonly #shares = new LRUCache<string, Bucket>({ max: remembered });

  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#home = new Bucket(perSecond, perSecond, now());
  }

  /** Consumes all of the calls, or none and returns the reason. */
  take(request: BudgetRequest): BudgetRefusal | undefined {
    const { calls } = request;
    if (calls === 0) return undefined;
    const now = this.#now();
    const shares = this.#computeShares(request);
    const reserve = this.#perSecond * writeShare;
    // One request may use half of the reserve for writes: with more calls it is treated as a read.
    const isTurn = request.isWrite && calls <= Math.max(1, reserve / 2);
    const kept = isTurn ? 0 : reserve;
    // A request for more calls than the budget ever holds would otherwise wait for ever.
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

  /** Gives back calls that were consumed but not made. */
  giveBack(request: BudgetRequest): void {
    const now = this.#now();
    for (const bucket of [this.#home, ...this.#computeShares(request)]) bucket.take(-request.calls, now);
  }

  /** Empties the budget for a second after the service itself has throttled a call. */
  drain(): void {
    this.#home.drain(this.#perSecond * writeShare, this.#now());
  }

  #computeShares({ agentId, ownerId, isWrite }: BudgetRequest): Bucket[] {
    const kind = isWrite ? 'write' : 'read';
    return [
      this.#share(`agent ${kind} ${agentId}`, computeShare.agent),
      ...(ownerId === null ? [] : [this.#share(`owner ${kind} ${ownerId}`, computeShare.owner)]),
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

/** Token bucket with a rate per second and a capacity. It may be overdrawn, and then takes longer to refill. */
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

  /** Returns the seconds until this amount is available, or until the bucket is full if its capacity is smaller. */
  secondsUntil(amount: number, now: number): number {
    return Math.max(0, (Math.min(amount, this.#most) - this.left(now)) / this.#perSecond);
  }

  drain(debt: number, now: number): void {
    this.#left = Math.min(this.left(now), 0) - debt;
  }
}

const turnWrites: ReadonlySet<string> = new Set(['message', 'request', 'join_request', 'join_approval']);

/**
 * Returns true if permissions of this class let an agent write a message, a request, or an input about joining
 * a circle.
 */
export function isTurnWrite(permissionClass: string): boolean {
  return turnWrites.has(permissionClass);
}
