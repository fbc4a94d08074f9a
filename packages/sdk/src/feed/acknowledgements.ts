import { feedEndpoints, requestTo } from '@agent-home/http-contract';
import { anyAnswerSchema } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';
import { isUnknownCursor } from './reads.ts';

/** In one call. */
const limit = 100;
/** What nobody asked for is acknowledged together: so many, or as many as came in so long. */
const unaskedAtMost = 50;
const unaskedForMs = 60_000;

/** What this client has consumed and the home does not know of yet. */
export class Acknowledgements {
  readonly #api: ApiClient;
  readonly #ids = new Set<string>();
  /** Of a `feed.resync`, by its id: consumed by cursor. */
  readonly #resyncs = new Map<string, string>();
  /** Whether anybody who hears the feed consumed any of it; the rest can wait for company. */
  #isHurried = false;
  #unaskedSince: number | undefined;

  constructor(api: ApiClient) {
    this.#api = api;
  }

  get size(): number {
    return this.#ids.size;
  }

  get ids(): string[] {
    return [...this.#ids];
  }

  /** That an agent is behind has to be answered by a call. */
  get needsCall(): boolean {
    return this.#resyncs.size > 0;
  }

  add(id: string): void {
    this.#ids.add(id);
    this.#isHurried = true;
  }

  /** An event that nobody here hears is used up already. */
  addUnasked(id: string, now: number): void {
    this.#ids.add(id);
    this.#unaskedSince ??= now;
  }

  noteResync(id: string, cursor: string): void {
    this.#resyncs.set(id, cursor);
  }

  /** These were told otherwise. */
  drop(ids: readonly string[]): void {
    for (const id of ids) this.#ids.delete(id);
    if (this.#ids.size === 0) this.#rest();
  }

  /**
   * Whether a call is worth it. One for each event that nobody hears would cost more than the event; such an event told
   * again to a later process changes nothing.
   */
  isTimeToTell(now: number): boolean {
    if (this.#isHurried || this.#ids.size >= unaskedAtMost) return true;
    return this.#unaskedSince !== undefined && now - this.#unaskedSince >= unaskedForMs;
  }

  async tell(): Promise<void> {
    try {
      while (this.#ids.size > 0) {
        const ids = [...this.#ids].slice(0, limit);
        const cursor = ids.map((id) => this.#resyncs.get(id)).find((each) => each !== undefined);
        await this.#api.request({
          ...requestTo(feedEndpoints.acknowledge),
          body: {
            event_ids: ids.filter((id) => !this.#resyncs.has(id)),
            ...(cursor === undefined ? {} : { cursor }),
          },
          answer: anyAnswerSchema,
        });
        for (const id of ids) {
          this.#ids.delete(id);
          this.#resyncs.delete(id);
        }
      }
      this.#rest();
    } catch (error) {
      // What failed is tried again, whatever it was.
      this.#isHurried = true;
      // Of another time: what is missed is told again under another name.
      if (isUnknownCursor(error, 'cursor')) this.#forgetResyncs();
      throw error;
    }
  }

  #rest(): void {
    this.#isHurried = false;
    this.#unaskedSince = undefined;
  }

  #forgetResyncs(): void {
    for (const id of this.#resyncs.keys()) this.#ids.delete(id);
    this.#resyncs.clear();
  }
}
