import { feedEndpoints, requestTo } from '@agent-home/http-contract';
import { anyAnswerSchema } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';
import { isUnknownCursor } from './reads.ts';

/** Limit of events in one call. */
const limit = 100;
/** Events without a listener are acknowledged in batches of this size, or after this time. */
const unaskedAtMost = 50;
const unaskedForMs = 60_000;

/** Consumed events that are not acknowledged yet. */
export class Acknowledgements {
  readonly #api: ApiClient;
  readonly #ids = new Set<string>();
  /** Cursor of a `feed.resync`, by its id: it is consumed by cursor. */
  readonly #resyncs = new Map<string, string>();
  /** True if a listener consumed an event; other events can wait for a batch. */
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

  /** A resync event must be acknowledged by a call. */
  get needsCall(): boolean {
    return this.#resyncs.size > 0;
  }

  add(id: string): void {
    this.#ids.add(id);
    this.#isHurried = true;
  }

  /** Adds an event without a listener, which counts as consumed. */
  addUnasked(id: string, now: number): void {
    this.#ids.add(id);
    this.#unaskedSince ??= now;
  }

  noteResync(id: string, cursor: string): void {
    this.#resyncs.set(id, cursor);
  }

  /** Removes events that were acknowledged otherwise. */
  drop(ids: readonly string[]): void {
    for (const id of ids) this.#ids.delete(id);
    if (this.#ids.size === 0) this.#rest();
  }

  /**
   * Returns true if a call is worthwhile. A call for each event without a listener would cost more than the event, and repeating
   * such an event to a later process has no effect.
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
      // A failed call is repeated.
      this.#isHurried = true;
      // After a restore, missed events have another id.
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
