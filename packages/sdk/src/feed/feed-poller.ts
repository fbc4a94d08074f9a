import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { type FeedEvent, feedAnswerSchema } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';
import { jittered, type Surroundings } from '../shared/clock.ts';
import { errorFields, type Log } from '../shared/log.ts';
import { sleep } from '../shared/sleep.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { isTransient } from './event-kinds.ts';
import { isUnknownCursor, pathOfRead } from './reads.ts';

const waitSeconds = 20;
const limit = 100;
/** Time for which the poller continues between two short waits, instead of starting again for each. */
const lingerMs = 5_000;
/** A response without news that arrives sooner shows that the home does not support long polling. */
const shortWaitMs = 500;
const longestPauseMs = 5_000;
const flushAgainMs = 1_000;
const remembered = 20_000;

/** Long poll of this client, one for all readers. Watchers only see events; the consumer, if there is one, acknowledges them. */
export class FeedPoller {
  readonly #api: ApiClient;
  readonly #surroundings: Surroundings;
  readonly #log: Log;
  readonly #watchers = new Set<(event: FeedEvent) => void>();
  readonly #takers = new Set<FeedTaker>();
  readonly #known = new LRUCache<string, true>({ max: remembered });
  /** Unacknowledged events, kept for a consumer that starts later. */
  readonly #kept = new Map<string, FeedEvent>();
  readonly #acknowledging: Acknowledgements;
  #isHearing = false;
  /** Read position in this process; another process starts at the consumed position that the home stores. */
  #cursor: string | undefined;
  /** True if the home consumes with a read, as its responses show. */
  #consumesWithReads = false;
  /** True between a response and the next read, which then carries new acknowledgements. */
  #isBetweenReads = false;
  #consumer: FeedConsumer | undefined;
  #running: AbortController | undefined;
  #linger: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;

  constructor(api: ApiClient, surroundings: Surroundings, log: Log) {
    this.#api = api;
    this.#surroundings = surroundings;
    this.#log = log;
    this.#acknowledging = new Acknowledgements(api);
  }

  get hasConsumer(): boolean {
    return this.#consumer !== undefined;
  }

  /** True if the home sends events to this client: its last read succeeded. */
  get isHearing(): boolean {
    return this.#isHearing;
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

  /** Delivers matching events to a taker, earlier ones included, until the returned function is called. */
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

  /** Acknowledges consumed events; failed acknowledgements are repeated later. */
  flush(): Promise<void> {
    if (!this.#flushing && this.#acknowledging.size > 0) this.#flushing = this.#flush();
    return this.#flushing ?? Promise.resolve();
  }

  /** Flushes without urgency: leaves to the next read what that read can acknowledge. */
  flushSoon(): Promise<void> {
    return this.#isBetweenReads ? Promise.resolve() : this.flush();
  }

  async #flush(): Promise<void> {
    try {
      await this.#acknowledging.tell();
    } catch (error) {
      // Retries after a delay, because no other event may trigger a flush for a long time.
      clearTimeout(this.#again);
      if (this.#running) this.#again = setTimeout(() => void this.#flushAgain(), flushAgainMs).unref();
      throw error;
    } finally {
      this.#flushing = undefined;
    }
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
    this.#isHearing = false;
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
        this.#isBetweenReads = this.#consumesWithReads;
        // Lets a listener that finishes its events at once have them acknowledged by the next read.
        await setImmediate();
        this.#isBetweenReads = false;
        const now = this.#surroundings.now();
        if (!this.#ridesWithNextRead() && this.#acknowledging.isTimeToTell(now)) await this.flush();
        quiet = isNews ? 0 : quiet + 1;
      } catch (error) {
        this.#isHearing = false;
        if (signal.aborted) return;
        // A home restored from a backup has different cursors: continue from the consumed ones.
        if (isUnknownCursor(error, 'after') || isUnknownCursor(error, 'ack')) this.#cursor = undefined;
        quiet += 3;
        this.#log('warn', 'the feed could not be read', errorFields(error));
      }
      if (quiet > 0) await this.#pause(quiet, signal);
    }
  }

  /** Returns true if the next read can acknowledge: no event up to its cursor is pending. A resync needs a call. */
  #ridesWithNextRead(): boolean {
    return (
      this.#consumesWithReads &&
      this.#cursor !== undefined &&
      this.#acknowledging.size > 0 &&
      this.#kept.size === 0 &&
      !this.#acknowledging.needsCall
    );
  }

  /** Returns true if the response was useful: new events, or none after a long wait. */
  async #poll(signal: AbortSignal): Promise<boolean> {
    const askedAt = this.#surroundings.now();
    const riding = this.#ridesWithNextRead() ? this.#acknowledging.ids : [];
    const { events, cursor, behind, consumed } = await this.#api.request({
      method: 'GET',
      path: pathOfRead({ waitSeconds, limit, cursor: this.#cursor, consumes: riding.length > 0 }),
      answer: feedAnswerSchema,
      timeoutMs: (waitSeconds + 15) * 1000,
      attempts: 1,
      signal,
    });
    this.#isHearing = true;
    this.#consumesWithReads = consumed !== undefined;
    if (consumed) this.#acknowledging.drop(riding);
    if (behind) this.#takeResync(behind);
    const news = events.filter((event) => !this.#known.has(event.event_id));
    for (const event of news) this.#take(event);
    this.#cursor = cursor;
    const waited = this.#surroundings.now() - askedAt;
    return news.length > 0 || (events.length === 0 && waited > shortWaitMs);
  }

  #takeResync(behind: Behind): void {
    const event = getResync(behind);
    this.#acknowledging.noteResync(event.event_id, behind.cursor);
    this.#take(event);
  }

  #take(event: FeedEvent): void {
    this.#known.set(event.event_id, true);
    const takers = [...this.#takers].filter((taker) => taker.takes(event));
    const isWanted = this.#consumer !== undefined || takers.length > 0;
    if (!isWanted && isTransient(event.event_type)) {
      this.#acknowledging.addUnasked(event.event_id, this.#surroundings.now());
    } else this.#kept.set(event.event_id, event);
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

interface FeedConsumer {
  /** Delivers an event that is new to this process; at least once over several. */
  deliver(event: FeedEvent): void;
}

/** Consumes some events of the feed and acknowledges them itself. Iterators of the feed get them as well. */
interface FeedTaker extends FeedConsumer {
  takes(event: FeedEvent): boolean;
}

type Behind = NonNullable<z.infer<typeof feedAnswerSchema>['behind']>;

/**
 * Returns the event for an agent that has missed events, according to the home's response: it has to read its topics again. The
 * event is consumed like any other; its cursor is the start of the remaining events.
 */
function getResync({ missed_from, missed_until, cursor }: Behind): FeedEvent {
  return {
    event_id: `resync ${cursor}`,
    event_type: 'feed.resync',
    topic_id: null,
    object_key: null,
    occurred_at: missed_until,
    payload: { missed_from, missed_until },
  };
}
