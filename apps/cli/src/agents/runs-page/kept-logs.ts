import type { FileRunStore } from '@agent-home/runtime-node';
import { LRUCache } from 'lru-cache';
import { LogReader } from './log-reader.ts';

/** Logs of opened runs that are kept between requests. */
const mostKept = 4;

/** Readers of logs, kept for the runs that are likely to be opened again. */
export class KeptLogs {
  readonly #store: FileRunStore;
  readonly #onGrown: (runId: string) => void;
  readonly #kept = new LRUCache<string, LogReader>({ max: mostKept });

  /** @param onGrown called when more of a log is verified than its views were given */
  constructor(store: FileRunStore, onGrown: (runId: string) => void) {
    this.#store = store;
    this.#onGrown = onGrown;
  }

  /** Returns the reader of a run that is opened, and keeps it. */
  open(runId: string): LogReader {
    const reader = this.#kept.get(runId) ?? this.#create(runId);
    this.#kept.set(runId, reader);
    return reader;
  }

  /**
   * Returns a reader for the summary of a run: it takes an empty place and never that of another run. The newest runs are summarized
   * first and are the likeliest to be opened next.
   */
  openAside(runId: string): LogReader {
    return this.#kept.has(runId) || this.#kept.size < mostKept ? this.open(runId) : this.#create(runId);
  }

  #create(runId: string): LogReader {
    return new LogReader(this.#store, runId, () => this.#onGrown(runId));
  }
}
