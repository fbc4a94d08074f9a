import { VerificationError } from '@agent-home/protocol';
import type { FeedEvent } from '../api/answers.ts';
import { AgentHomeError } from '../errors/agent-home-error.ts';
import { ConnectionError } from '../errors/api-error.ts';
import type { FeedPoller } from '../feed/feed-poller.ts';
import { jittered, type Surroundings } from '../shared/clock.ts';
import { LinkedSignal } from '../shared/linked-signal.ts';
import { errorFields, type Log } from '../shared/log.ts';
import { LookingPace, type Polling } from './looking-pace.ts';
import type { TopicStateNow } from './topic-state-now.ts';

/** Consecutive refusals after which waiting callers get the error. An old copy of a state may be replaced within moments. */
const maxRefusals = 4;
const maxFailures = 8;
/** Time for which it continues to listen between two waits, so that notified changes need no new poll. */
const lingerMs = 5_000;

interface Waiter {
  after: number;
  resolve(state: TopicStateNow): void;
  reject(error: unknown): void;
}

/**
 * Polls one topic's state for all waiting callers: often during activity, rarely without, and hardly ever while the feed reports
 * every change. Changes that the feed misses are found as well.
 */
export class StateWatcher {
  readonly #topicId: string;
  readonly #read: () => Promise<TopicStateNow>;
  readonly #feed: Pick<FeedPoller, 'watch' | 'isHearing'>;
  readonly #pace: LookingPace;
  readonly #surroundings: Surroundings;
  readonly #closing: AbortSignal;
  readonly #log: Log;
  readonly #waiters = new Set<Waiter>();
  #latest: TopicStateNow | undefined;
  /** Newest ledger entry reported by the feed. */
  #told = 0;
  #stopListening: (() => void) | undefined;
  #linger: NodeJS.Timeout | undefined;
  #isRunning = false;
  #isWoken = false;
  #endPause: () => void = () => {};

  constructor(parts: {
    topicId: string;
    read: () => Promise<TopicStateNow>;
    feed: Pick<FeedPoller, 'watch' | 'isHearing'>;
    polling: Polling;
    surroundings: Surroundings;
    closing: AbortSignal;
    log: Log;
  }) {
    this.#topicId = parts.topicId;
    this.#read = parts.read;
    this.#feed = parts.feed;
    this.#pace = new LookingPace(parts.polling);
    this.#surroundings = parts.surroundings;
    this.#closing = parts.closing;
    this.#log = parts.log;
  }

  /** Polls as soon as a reported change can be visible, and then at short intervals. */
  wake(): void {
    this.#pace.woken(this.#surroundings.now());
    this.#pauseAnew();
  }

  /** Takes over a state that was read elsewhere. */
  observe(state: TopicStateNow): void {
    if (this.#latest && this.#latest.version >= state.version) return;
    this.#latest = state;
    if (this.#isTold) this.#pace.rest();
    else this.#pace.changed(this.#surroundings.now());
    for (const waiter of this.#waiters) {
      if (state.ledger.sequence > waiter.after) this.#settle(waiter, () => waiter.resolve(state));
    }
  }

  /** True if the feed has reported everything seen so far, nothing newer, and is still connected. */
  get #isTold(): boolean {
    return (
      this.#stopListening !== undefined &&
      this.#feed.isHearing &&
      this.#latest !== undefined &&
      this.#told === this.#latest.ledger.sequence
    );
  }

  /** Returns the first state whose ledger extends beyond `sequence`. Rejects with the signal's reason when it aborts. */
  async beyond(sequence: number, signal: AbortSignal | undefined): Promise<TopicStateNow> {
    if (this.#latest && this.#latest.ledger.sequence > sequence) return this.#latest;
    const linked = new LinkedSignal([signal, this.#closing]);
    try {
      return await new Promise<TopicStateNow>((resolve, reject) => {
        const waiter = { after: sequence, resolve, reject };
        const abort = () => this.#settle(waiter, () => reject(linked.signal.reason));
        if (linked.signal.aborted) return abort();
        linked.signal.addEventListener('abort', abort, { once: true });
        this.#waiters.add(waiter);
        if (!this.#isRunning) void this.#run();
      });
    } finally {
      linked.release();
      if (this.#waiters.size === 0) this.#endPause();
    }
  }

  #settle(waiter: Waiter, settle: () => void): void {
    this.#waiters.delete(waiter);
    settle();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const heardBefore = this.#listen();
    let failures = 0;
    // The last state read is current while the feed reports nothing newer.
    if (heardBefore && this.#latest && (this.#isTold || this.#isWoken)) await this.#pause(failures);
    while (this.#waiters.size > 0) {
      this.#isWoken = false;
      try {
        this.observe(await this.#read());
        failures = 0;
      } catch (error) {
        failures++;
        this.#log('warn', 'a state could not be read', { topic_id: this.#topicId, ...errorFields(error) });
        if (failures >= patience(error)) this.#giveUp(error);
      }
      if (this.#waiters.size > 0) await this.#pause(failures);
    }
    this.#isRunning = false;
    this.#linger = setTimeout(() => this.#fallSilent(), lingerMs).unref();
  }

  /** Starts listening. Returns true if it has been listening since the last wait. */
  #listen(): boolean {
    clearTimeout(this.#linger);
    if (this.#stopListening) return true;
    const stop = this.#feed.watch((event) => this.#hear(event));
    this.#closing.addEventListener('abort', this.#fallSilent, { once: true });
    this.#stopListening = () => {
      this.#closing.removeEventListener('abort', this.#fallSilent);
      stop();
    };
    return false;
  }

  readonly #fallSilent = (): void => {
    clearTimeout(this.#linger);
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#told = 0;
  };

  #hear({ topic_id, event_type, payload }: FeedEvent): void {
    if (topic_id !== this.#topicId) return;
    const { sequence } = payload as { sequence?: unknown };
    if (typeof sequence !== 'number') {
      // A turn begins with an entry, which was reported first.
      if (event_type !== 'topic.turn_started' || this.#told === 0) this.wake();
      return;
    }
    this.#told = Math.max(this.#told, sequence);
    if (this.#isTold) {
      this.#pace.rest();
      this.#pauseAnew();
    } else this.wake();
  }

  #pauseAnew(): void {
    this.#isWoken = true;
    this.#endPause();
  }

  #giveUp(error: unknown): void {
    for (const waiter of this.#waiters) this.#settle(waiter, () => waiter.reject(error));
  }

  /** Pauses for the present interval; restarts when an event changes it. */
  async #pause(failures: number): Promise<void> {
    do {
      this.#isWoken = false;
      const pause = this.#pace.next(this.#surroundings.now(), failures);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, jittered(this.#surroundings, pause, 0.2));
        this.#endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#endPause = () => {};
    } while (this.#isWoken && this.#waiters.size > 0);
  }
}

/** Number of consecutive failures of a kind that are tolerated. */
function patience(error: unknown): number {
  if (error instanceof VerificationError) return maxRefusals;
  return error instanceof AgentHomeError && !(error instanceof ConnectionError) ? 1 : maxFailures;
}
