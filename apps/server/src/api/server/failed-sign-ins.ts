import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors/api-error.ts';

const windowMs = 60_000;
const maxOfOneToken = 30;
const maxOfAnAddress = 120;

/**
 * Counts tokens that were no good, by the token and by where they came from. A token that is good is refused for no
 * failures of others: whoever could be, could be locked out by everybody behind the same proxy. So what bounds
 * guessing are the requests an address may send, and what an address learns: after so many failures in a minute,
 * `rate_limited` instead of an answer about the token.
 */
export class FailedSignIns {
  readonly #counts = new LRUCache<string, { failures: number }>({ max: 100_000, ttl: windowMs });

  /** @throws ApiError `rate_limited` */
  note(address: string, token: string): void {
    const fingerprint = createHash('sha256').update(token).digest('base64url');
    const ofToken = this.#count(`${address} ${fingerprint}`);
    const ofAddress = this.#count(address);
    if (ofToken > maxOfOneToken || ofAddress > maxOfAnAddress) {
      const retryAfterSeconds = Math.ceil(this.#counts.getRemainingTTL(address) / 1000);
      throw new ApiError('rate_limited', 'too many tokens from here were no good; wait a moment', {
        retryAfterSeconds: Math.max(1, retryAfterSeconds),
      });
    }
  }

  /** The window begins with the first failure, and no later one makes it longer. */
  #count(name: string): number {
    const known = this.#counts.get(name);
    if (!known) this.#counts.set(name, { failures: 1 });
    else known.failures += 1;
    return known?.failures ?? 1;
  }
}
