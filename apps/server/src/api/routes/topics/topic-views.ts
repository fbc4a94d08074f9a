import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PublishedSignal } from '../../signals/channel-signal.ts';

/** Serialised response, and its name for `If-None-Match`. */
export interface CachedView {
  body: string;
  etag: string;
}

const freshMs = 1_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Caches public topics while they are unchanged, for at most a second. An entry is dropped when an object of the topic is published
 * or its audience changes. The result of a read that began before the drop is not cached.
 */
export class TopicViews {
  readonly #views = new LRUCache<string, CachedView>({
    ttl: freshMs,
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => body.length + 1,
  });
  /** Pending reads, whose result may be older than a drop. */
  readonly #reading = new Map<string, Promise<CachedView>>();

  constructor(signal: PublishedSignal) {
    signal.subscribe(
      ({ objects, audiences }) => {
        for (const { object_key: key } of objects) this.#drop(key);
        for (const prefix of audiences) this.#drop(prefix);
      },
      () => this.clear(),
    );
  }

  get(topicId: string): CachedView | undefined {
    return this.#views.get(topicId);
  }

  /** Reads a topic once for all simultaneous requests. */
  async read(topicId: string, read: () => Promise<object>): Promise<CachedView> {
    const known = this.#reading.get(topicId);
    if (known) return known;
    const reading = read().then(toView);
    this.#reading.set(topicId, reading);
    try {
      const view = await reading;
      if (this.#reading.get(topicId) === reading) this.#views.set(topicId, view);
      return view;
    } finally {
      if (this.#reading.get(topicId) === reading) this.#reading.delete(topicId);
    }
  }

  clear(): void {
    this.#views.clear();
    this.#reading.clear();
  }

  #drop(key: string): void {
    const [folder, container = ''] = key.split('/');
    if (folder !== 'topics') return;
    this.#views.delete(container);
    this.#reading.delete(container);
  }
}

export function toView(answer: object): CachedView {
  const body = JSON.stringify(answer);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag };
}
