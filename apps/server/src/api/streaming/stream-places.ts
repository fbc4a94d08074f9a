import { ApiError } from '../errors/api-error.ts';

const maxStreams = 2_000;
/** Number of streams reserved for signed-in users, regardless of the number of other viewers. */
const keptForPeople = 200;
const maxOfOne = 50;

/** Open streams by holder: of a session or a token, or else of an address. */
export class StreamPlaces {
  readonly #taken = new Map<string, number>();
  #all = 0;

  /** Reserves a stream. Returns a function that releases it. @throws ApiError `rate_limited` */
  take(credential: string | undefined, address: string): () => void {
    const owner = credential ?? `address ${address}`;
    const room = credential === undefined ? maxStreams - keptForPeople : maxStreams;
    if (this.#all >= room || (this.#taken.get(owner) ?? 0) >= maxOfOne)
      throw new ApiError('rate_limited', 'too many streams are open; close one, or retry later', {
        retryAfterSeconds: 30,
      });
    this.#all += 1;
    this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + 1);
    return () => {
      this.#all -= 1;
      const left = (this.#taken.get(owner) ?? 1) - 1;
      if (left > 0) this.#taken.set(owner, left);
      else this.#taken.delete(owner);
    };
  }
}
