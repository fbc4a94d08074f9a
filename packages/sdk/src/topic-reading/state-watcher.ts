import { VerificationError } from '@agent-home/protocol';
import { AgentHomeError } from '../errors/agent-home-error.ts';
import { ConnectionError } from '../errors/api-error.ts';
import type { FeedPoller } from '../feed/feed-poller.ts';
import { jittered, type Surroundings } from '../shared/clock.ts';
import { LinkedSignal } from '../shared/linked-signal.ts';
import { errorFields, type Log } from '../shared/log.ts';
import type { TopicStateNow } from './topic-state-now.ts';

export interface Polling {
  /** Between two looks while something happens; default 150 ms. */
  activeMs: number;
  /** Between two looks while nothing does; default 4000 ms. */
  idleMs: number;
}

/** For so long after a change, or after something was written, the next change is expected soon. */
const activeForMs = 3_000;
const growth = 1.5;
/** Of `activeMs`: what is told of is published a few milliseconds later. */
const firstPause = 0.1;
/** In a row; then those who wait hear of it. An old copy of a state may be replaced within moments. */
const maxRefusals = 4;
const maxFailures = 8;

interface Waiter {
  after: number;
  resolve(state: TopicStateNow): void;
  reject(error: unknown): void;
}

/** Looks at one topic's state for all who wait for it, quickly while things happen and seldom while they do not. */
export class StateWatcher {
  readonly #topicId: string;
  readonly #read: () => Promise<TopicStateNow>;
  readonly #feed: Pick<FeedPoller, 'watch'>;
  readonly #polling: Polling;
  readonly #surroundings: Surroundings;
  readonly #closing: AbortSignal;
  readonly #log: Log;
  readonly #waiters = new Set<Waiter>();
  #latest: TopicStateNow | undefined;
  #isRunning = false;
  #activeUntil = 0;
  #intervalMs: number;
  #isWoken = false;
  #endPause: () => void = () => {};

  constructor(parts: {
    topicId: string;
    read: () => Promise<TopicStateNow>;
    feed: Pick<FeedPoller, 'watch'>;
    polling: Polling;
    surroundings: Surroundings;
    closing: AbortSignal;
    log: Log;
  }) {
    this.#topicId = parts.topicId;
    this.#read = parts.read;
    this.#feed = parts.feed;
    this.#polling = parts.polling;
    this.#surroundings = parts.surroundings;
    this.#closing = parts.closing;
    this.#log = parts.log;
    this.#intervalMs = parts.polling.activeMs;
  }

  /** Something happened that will change the state soon: look now and keep looking. */
  wake(): void {
    this.#activeUntil = this.#surroundings.now() + activeForMs;
    this.#intervalMs = this.#polling.activeMs * firstPause;
    this.#isWoken = true;
    this.#endPause();
  }

  /** A state that was read elsewhere. */
  observe(state: TopicStateNow): void {
    if (this.#latest && this.#latest.version >= state.version) return;
    this.#latest = state;
    this.#activeUntil = this.#surroundings.now() + activeForMs;
    for (const waiter of this.#waiters) {
      if (state.ledger.sequence > waiter.after) this.#settle(waiter, () => waiter.resolve(state));
    }
  }

  /** The first state whose ledger goes beyond `sequence`. Rejects with the signal's reason when it aborts. */
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
    const release = this.#feed.watch((event) => {
      if (event.topic_id === this.#topicId) this.wake();
    });
    let failures = 0;
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
    release();
    this.#isRunning = false;
  }

  #giveUp(error: unknown): void {
    for (const waiter of this.#waiters) this.#settle(waiter, () => waiter.reject(error));
  }

  async #pause(failures: number): Promise<void> {
    if (this.#isWoken) return;
    const isActive = this.#surroundings.now() < this.#activeUntil;
    const { activeMs, idleMs } = this.#polling;
    const mostMs = isActive ? activeMs : idleMs;
    const pause = Math.min(idleMs, Math.min(mostMs, this.#intervalMs) * 2 ** failures);
    this.#intervalMs = Math.min(mostMs, this.#intervalMs * growth);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, jittered(this.#surroundings, pause, 0.2));
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endPause = () => {};
  }
}

/** How many failures of a kind, in a row, are waited out. */
function patience(error: unknown): number {
  if (error instanceof VerificationError) return maxRefusals;
  return error instanceof AgentHomeError && !(error instanceof ConnectionError) ? 1 : maxFailures;
}
