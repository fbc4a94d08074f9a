import type { FileRunStore } from '@agent-home/runtime-node';
import { LRUCache } from 'lru-cache';
import { type ReadLog, readLog } from './read-log.ts';

/** Logs of opened runs that are kept between requests. */
const mostKept = 4;

interface Kept {
  mark: string;
  log: Promise<ReadLog>;
}

/** Logs, each read once for every state of its file. */
export class KeptLogs {
  readonly #store: FileRunStore;
  readonly #kept = new LRUCache<string, Kept>({ max: mostKept });

  constructor(store: FileRunStore) {
    this.#store = store;
  }

  /**
   * Reads a log and keeps it.
   * @param mark of the log as it is now
   */
  read(runId: string, mark: string): Promise<ReadLog> {
    const kept = this.#kept.get(runId);
    if (kept?.mark === mark) return kept.log;
    const log = readLog(this.#store, runId);
    this.#kept.set(runId, { mark, log });
    log.catch(() => this.#kept.delete(runId));
    return log;
  }

  /**
   * Reads a log for its summary: it takes the place of its earlier state or an empty one, and of no other log. The newest runs are
   * summarized first and are the likeliest to be opened next.
   */
  readAside(runId: string, mark: string): Promise<ReadLog> {
    return this.#kept.has(runId) || this.#kept.size < mostKept
      ? this.read(runId, mark)
      : readLog(this.#store, runId);
  }
}
