import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors/api-error.ts';

const windowMs = 60_000;
const maxOfOneToken = 30;
const maxOfAnAddress = 120;

/**
 * Counts invalid tokens by token and by address. A valid token is never rejected for failures of others: anyone behind the same
 * proxy could otherwise lock its user out. Two things limit guessing: the request rate of an address, and `rate_limited` in place
 * of a verdict about the token after this many failures in a minute.
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
      throw new ApiError(
        'rate_limited',
        'too many invalid tokens from this address; retry after the time in Retry-After',
        {
          retryAfterSeconds: Math.max(1, retryAfterSeconds),
        },
      );
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
