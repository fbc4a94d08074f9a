import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunIndex } from './index-runs.ts';

/** Least milliseconds between two polls of the folder. File notifications are not reliable on every file system. */
const pollEveryMs = 500;
/** Part of its time that polling takes at most: a poll of a large folder is followed by a longer pause. */
const pausePerPoll = 4;
const keepAliveEveryMs = 15_000;
const mostStreams = 32;
/** Most ids in one message. A page reads everything again for more. */
const mostIds = 200;

/** Streams of server-sent events to open pages: which runs changed. The folder is polled while there is one. */
export class LiveRuns {
  readonly #index: RunIndex;
  readonly #streams = new Set<ServerResponse>();
  readonly #stopping = new AbortController();
  #isPolling = false;

  constructor(index: RunIndex) {
    this.#index = index;
  }

  get isFull(): boolean {
    return this.#streams.size >= mostStreams;
  }

  /** Sends changes on a response whose headers have been written, until its client leaves. */
  add(stream: ServerResponse): void {
    this.#streams.add(stream);
    const keepAlive = setInterval(() => stream.write(': \n\n'), keepAliveEveryMs);
    stream.write('retry: 1000\n\n');
    stream.once('close', () => {
      clearInterval(keepAlive);
      this.#streams.delete(stream);
    });
    void this.#poll();
  }

  /** Ends all streams. */
  close(): void {
    this.#stopping.abort();
    for (const stream of this.#streams) stream.end();
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      while (this.#streams.size > 0 && !this.#stopping.signal.aborted) {
        const startedMs = Date.now();
        // A folder that cannot be read at the moment is polled again.
        await this.#index.refresh().catch(() => undefined);
        const pauseMs = Math.max(pollEveryMs, pausePerPoll * (Date.now() - startedMs));
        await delay(this.#index.unread > 0 ? 10 : pauseMs, undefined, {
          signal: this.#stopping.signal,
        }).catch(() => undefined);
      }
    } finally {
      this.#isPolling = false;
    }
  }

  /** Reports changed runs to all streams. */
  send(changed: readonly string[]): void {
    if (changed.length === 0) return;
    const data = changed.length > mostIds ? { all: true } : { changed };
    for (const stream of this.#streams) {
      // A client that reads nothing must not fill the memory: it reads everything again when it reconnects.
      if (stream.writableLength > 1_000_000) stream.destroy();
      else stream.write(`event: runs\ndata: ${JSON.stringify(data)}\n\n`);
    }
  }
}
