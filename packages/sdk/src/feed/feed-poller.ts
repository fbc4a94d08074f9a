import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { anyAnswerSchema, type FeedEvent, feedAnswerSchema } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';
import { ApiError } from '../errors/api-error.ts';
import { jittered, type Surroundings } from '../shared/clock.ts';
import { errorFields, type Log } from '../shared/log.ts';
import { sleep } from '../shared/sleep.ts';
import { isTransient } from './event-kinds.ts';

const waitSeconds = 20;
const limit = 100;
/** Between two short waits the poller goes on, so that it does not start anew for each. */
const lingerMs = 5_000;
/** A home that answers sooner than this without news does not hold the request. */
const shortWaitMs = 500;
const longestPauseMs = 5_000;
const flushAgainMs = 1_000;
const remembered = 20_000;

/** Made here where the home says that this agent is behind: what it knows of its topics has to be read anew. */
const resyncType = 'feed.resync';

type Behind = NonNullable<z.infer<typeof feedAnswerSchema>['behind']>;

interface FeedConsumer {
  /** New to this process; at least once over several. */
  deliver(event: FeedEvent): void;
}

/** Takes some events out of the feed: it acknowledges them itself. Whoever iterates the feed is given them as well. */
interface FeedTaker extends FeedConsumer {
  takes(event: FeedEvent): boolean;
}

/**
 * The one long poll of this client. Watchers look at events as they come and leave them; only the consumer, if
 * there is one, has them acknowledged.
 */
export class FeedPoller {
  readonly #api: ApiClient;
  readonly #surroundings: Surroundings;
  readonly #log: Log;
  readonly #watchers = new Set<(event: FeedEvent) => void>();
  readonly #takers = new Set<FeedTaker>();
  readonly #known = new LRUCache<string, true>({ max: remembered });
  /** Not acknowledged yet, for a consumer that comes later. */
  readonly #kept = new Map<string, FeedEvent>();
  readonly #acknowledging = new Set<string>();
  /** Reads on from here in this process; another begins at what the home has as consumed. */
  #cursor: string | undefined;
  /** Of a `feed.resync`, by its id: consumed by cursor. */
  readonly #resyncs = new Map<string, string>();
  #consumer: FeedConsumer | undefined;
  #running: AbortController | undefined;
  #linger: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;

  constructor(api: ApiClient, surroundings: Surroundings, log: Log) {
    this.#api = api;
    this.#surroundings = surroundings;
    this.#log = log;
  }

  get hasConsumer(): boolean {
    return this.#consumer !== undefined;
  }

  /** Calls `watch` with every new event until the returned function is called. */
  watch(watch: (event: FeedEvent) => void): () => void {
    this.#watchers.add(watch);
    this.#start();
    return () => {
      this.#watchers.delete(watch);
      this.#stopWhenIdle();
    };
  }

  /** Gives a taker what it takes, also what came before, until the returned function is called. */
  take(taker: FeedTaker): () => void {
    this.#takers.add(taker);
    for (const event of this.#kept.values()) if (taker.takes(event)) taker.deliver(event);
    this.#start();
    return () => {
      this.#takers.delete(taker);
      this.#stopWhenIdle();
    };
  }

  consume(consumer: FeedConsumer): () => void {
    this.#consumer = consumer;
    for (const event of this.#kept.values()) consumer.deliver(event);
    this.#start();
    return () => {
      this.#consumer = undefined;
      this.#stopWhenIdle();
    };
  }

  acknowledge(eventIds: readonly string[]): void {
    for (const id of eventIds) {
      this.#kept.delete(id);
      this.#acknowledging.add(id);
    }
  }

  /** Tells the home what is consumed; what could not be told is told later. */
  flush(): Promise<void> {
    if (!this.#flushing && this.#acknowledging.size > 0) this.#flushing = this.#flush();
    return this.#flushing ?? Promise.resolve();
  }

  async #flush(): Promise<void> {
    try {
      while (this.#acknowledging.size > 0) {
        const ids = [...this.#acknowledging].slice(0, limit);
        const cursor = ids.map((id) => this.#resyncs.get(id)).find((each) => each !== undefined);
        await this.#api.request({
          method: 'POST',
          path: '/v1/feed/ack',
          body: {
            event_ids: ids.filter((id) => !this.#resyncs.has(id)),
            ...(cursor === undefined ? {} : { cursor }),
          },
          answer: anyAnswerSchema,
        });
        for (const id of ids) {
          this.#acknowledging.delete(id);
          this.#resyncs.delete(id);
        }
      }
    } catch (error) {
      // Of another time: what is missed is told again under another name.
      if (isUnknownCursor(error, 'cursor')) this.#forgetResyncs();
      // Nothing may happen for long that would bring it up again.
      clearTimeout(this.#again);
      if (this.#running) this.#again = setTimeout(() => void this.#flushAgain(), flushAgainMs).unref();
      throw error;
    } finally {
      this.#flushing = undefined;
    }
  }

  #forgetResyncs(): void {
    for (const id of this.#resyncs.keys()) this.#acknowledging.delete(id);
    this.#resyncs.clear();
  }

  #flushAgain(): Promise<void> {
    return this.flush().catch((error) =>
      this.#log('warn', 'events could not be acknowledged yet', errorFields(error)),
    );
  }

  close(): void {
    clearTimeout(this.#again);
    clearTimeout(this.#linger);
    this.#running?.abort();
    this.#running = undefined;
  }

  #start(): void {
    clearTimeout(this.#linger);
    if (this.#running) return;
    this.#running = new AbortController();
    void this.#run(this.#running.signal);
  }

  #stopWhenIdle(): void {
    if (this.#watchers.size > 0 || this.#takers.size > 0 || this.#consumer) return;
    clearTimeout(this.#linger);
    this.#linger = setTimeout(() => this.close(), lingerMs).unref();
  }

  async #run(signal: AbortSignal): Promise<void> {
    let quiet = 0;
    while (!signal.aborted) {
      try {
        const isNews = await this.#poll(signal);
        await this.flush();
        quiet = isNews ? 0 : quiet + 1;
      } catch (error) {
        if (signal.aborted) return;
        // A home that was restored from a backup names places anew: this one then begins at what is consumed.
        if (isUnknownCursor(error, 'after')) this.#cursor = undefined;
        quiet += 3;
        this.#log('warn', 'the feed could not be read', errorFields(error));
      }
      if (quiet > 0) await this.#pause(quiet, signal);
    }
  }

  /** Whether the answer was worth it: something new, or nothing at all after a long wait. */
  async #poll(signal: AbortSignal): Promise<boolean> {
    const askedAt = this.#surroundings.now();
    const after = this.#cursor === undefined ? '' : `&after=${encodeURIComponent(this.#cursor)}`;
    const { events, cursor, behind } = await this.#api.request({
      method: 'GET',
      path: `/v1/feed?wait=${waitSeconds}&limit=${limit}${after}`,
      answer: feedAnswerSchema,
      timeoutMs: (waitSeconds + 15) * 1000,
      attempts: 1,
      signal,
    });
    if (behind) this.#take(this.#resyncOf(behind));
    const news = events.filter((event) => !this.#known.has(event.event_id));
    for (const event of news) this.#take(event);
    this.#cursor = cursor;
    const waited = this.#surroundings.now() - askedAt;
    return news.length > 0 || (events.length === 0 && waited > shortWaitMs);
  }

  /** To be consumed like any event: its cursor is where what is left begins. */
  #resyncOf({ missed_from, missed_until, cursor }: Behind): FeedEvent {
    const id = `resync ${cursor}`;
    this.#resyncs.set(id, cursor);
    return {
      event_id: id,
      event_type: resyncType,
      topic_id: null,
      object_key: null,
      occurred_at: missed_until,
      payload: { missed_from, missed_until },
    };
  }

  #take(event: FeedEvent): void {
    this.#known.set(event.event_id, true);
    const takers = [...this.#takers].filter((taker) => taker.takes(event));
    const isWanted = this.#consumer !== undefined || takers.length > 0;
    if (!isWanted && isTransient(event.event_type)) this.#acknowledging.add(event.event_id);
    else this.#kept.set(event.event_id, event);
    for (const watch of this.#watchers) watch(event);
    for (const taker of takers) taker.deliver(event);
    this.#consumer?.deliver(event);
  }

  async #pause(quiet: number, signal: AbortSignal): Promise<void> {
    const pause = jittered(this.#surroundings, Math.min(longestPauseMs, 100 * 2 ** Math.min(quiet, 10)), 0.2);
    await sleep(pause, signal, {
      background: this.#consumer === undefined && this.#takers.size === 0,
    }).catch(() => {});
  }
}

function isUnknownCursor(error: unknown, path: 'after' | 'cursor'): boolean {
  return error instanceof ApiError && error.code === 'invalid_request' && error.path === path;
}
