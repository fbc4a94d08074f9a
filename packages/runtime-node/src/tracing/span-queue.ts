import type { TraceSpan } from '@agent-home/agent-runtime/run-log';
import { contentsSize, nextBatch } from './span-batch.ts';

export interface SpanQueueOptions {
  /** @throws errors that are then reported */
  send(spans: readonly TraceSpan[], signal: AbortSignal): Promise<void>;
  /** Called once with the first loss. */
  tell(error: unknown): void;
  /** Maximum number of waiting spans. */
  mostSpans?: number;
  /** Maximum size of waiting contents, in UTF-16 units. */
  mostContents?: number;
  /** Largest number of spans in one request. */
  atOnce?: number;
  /** Timeout of one request, in milliseconds. */
  withinMs?: number;
}

/**
 * Exports spans in the background. `add` never blocks or throws; overflow and rejected spans are dropped and
 * reported.
 */
export class SpanQueue {
  readonly #options: Required<SpanQueueOptions>;
  readonly #ending = new AbortController();
  #waiting: TraceSpan[] = [];
  #sending: Promise<void> | undefined;
  #hasTold = false;

  constructor(options: SpanQueueOptions) {
    this.#options = {
      mostSpans: 10_000,
      mostContents: 64 * 1024 * 1024,
      atOnce: 512,
      withinMs: 5_000,
      ...options,
    };
  }

  add(spans: readonly TraceSpan[]): void {
    const { mostSpans, mostContents } = this.#options;
    let size = this.#waiting.reduce((sum, span) => sum + contentsSize(span), 0);
    const fitting = spans.filter((span, at) => {
      size += contentsSize(span);
      return this.#waiting.length + at < mostSpans && size <= mostContents;
    });
    this.#waiting.push(...fitting);
    if (spans.length > fitting.length) this.#tell(new Error('more spans than the collector takes'));
    this.#begin();
  }

  /** Waits for pending spans, up to a timeout. */
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
      // Spans may have arrived since the last check.
      this.#begin();
    });
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const { atOnce, withinMs, send } = this.#options;
      const some = nextBatch(this.#waiting, atOnce);
      this.#waiting.splice(0, some.length);
      const signal = AbortSignal.any([AbortSignal.timeout(withinMs), this.#ending.signal]);
      try {
        await send(some, signal);
      } catch (error) {
        // After a rejection the waiting spans are dropped as well.
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
