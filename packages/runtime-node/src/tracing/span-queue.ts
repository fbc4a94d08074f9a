import type { TraceSpan } from '@agent-home/agent-runtime/run-log';

export interface SpanQueueOptions {
  /** @throws what is told of */
  send(spans: readonly TraceSpan[], signal: AbortSignal): Promise<void>;
  /** Told once, whatever is lost after that. */
  tell(error: unknown): void;
  /** That wait, at most. */
  mostSpans?: number;
  /** Of one request, at most. */
  atOnce?: number;
  /** For one request. */
  withinMs?: number;
}

/** Sends spans beside whatever goes on: nobody who adds some waits or fails. What does not fit or is not taken is lost, and that is told. */
export class SpanQueue {
  readonly #options: Required<SpanQueueOptions>;
  readonly #ending = new AbortController();
  #waiting: TraceSpan[] = [];
  #sending: Promise<void> | undefined;
  #hasTold = false;

  constructor(options: SpanQueueOptions) {
    this.#options = { mostSpans: 10_000, atOnce: 512, withinMs: 5_000, ...options };
  }

  add(spans: readonly TraceSpan[]): void {
    const room = Math.max(0, this.#options.mostSpans - this.#waiting.length);
    this.#waiting.push(...spans.slice(0, room));
    if (spans.length > room) this.#tell(new Error('more spans than the collector takes'));
    this.#begin();
  }

  /** Waits for what is still to be sent, and no longer than that. */
  async close(withinMs: number): Promise<void> {
    const giveUp = setTimeout(() => {
      this.#waiting = [];
      this.#ending.abort();
    }, withinMs);
    while (this.#sending) await this.#sending;
    clearTimeout(giveUp);
  }

  #begin(): void {
    if (this.#sending || this.#waiting.length === 0) return;
    this.#sending = this.#send().then(() => {
      this.#sending = undefined;
      // Some may have come after the last look.
      this.#begin();
    });
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const { atOnce, withinMs, send } = this.#options;
      const some = this.#waiting.splice(0, atOnce);
      const signal = AbortSignal.any([AbortSignal.timeout(withinMs), this.#ending.signal]);
      try {
        await send(some, signal);
      } catch (error) {
        // Whoever did not take these is not asked to take those that waited behind them.
        this.#waiting = [];
        this.#tell(error);
      }
    }
  }

  #tell(error: unknown): void {
    if (!this.#hasTold) this.#options.tell(error);
    this.#hasTold = true;
  }
}
