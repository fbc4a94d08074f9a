import type { KeptSlice, KeptSlices } from './kept-slices.ts';

export const keptDatabase = 'agent-home-ledgers';
const storeName = 'slices';
/** Limit of about forty megabytes: the ledgers of a few long topics. The least recently used slice is evicted first. */
const maxSlices = 64;
/** Maximum age of a slice, used or not, so that content erased in the meantime disappears here too. */
const maxAgeMs = 7 * 86_400_000;

interface Row extends KeptSlice {
  place: string;
  topic: string;
  keptAt: number;
  usedAt: number;
}

/**
 * Slices in the browser’s database. If the database is unavailable, as in a private window, nothing is cached and proofs still
 * work.
 */
export class IndexedSlices implements KeptSlices {
  readonly #now: () => number;
  #opening: Promise<IDBDatabase> | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  async get(home: string, topicId: string, first: number, lastHash: string): Promise<KeptSlice | undefined> {
    return this.#quietly(async () => {
      const store = await this.#store('readwrite');
      const row = (await getAnswer(store.get(placeOf(home, topicId, first)))) as Row | undefined;
      if (!row) return undefined;
      if (row.lastHash !== lastHash || this.#now() - row.keptAt > maxAgeMs) {
        store.delete(row.place);
        return undefined;
      }
      store.put({ ...row, usedAt: this.#now() });
      return { first: row.first, lastHash: row.lastHash, texts: row.texts };
    });
  }

  async put(home: string, topicId: string, slice: KeptSlice): Promise<void> {
    await this.#quietly(async () => {
      const store = await this.#store('readwrite');
      const now = this.#now();
      const place = placeOf(home, topicId, slice.first);
      store.put({ ...slice, place, topic: `${home}/${topicId}`, keptAt: now, usedAt: now } satisfies Row);
      const surplus = (await getAnswer(store.count())) - maxSlices;
      if (surplus > 0) await deleteOldest(store, surplus);
    });
  }

  async forget(home: string, topicId: string): Promise<void> {
    await this.#quietly(async () => {
      const store = await this.#store('readwrite');
      const places = await getAnswer(store.index('topic').getAllKeys(`${home}/${topicId}`));
      for (const place of places) store.delete(place);
    });
  }

  async #store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.#opening ??= open();
    return (await this.#opening).transaction(storeName, mode).objectStore(storeName);
  }

  async #quietly<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch {
      return undefined;
    }
  }
}

/** Keyed by the home's own root, so that another home at the same address finds none of it. */
function placeOf(home: string, topicId: string, first: number): string {
  return `${home}/${topicId}/${first}`;
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(keptDatabase, 1);
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(storeName, { keyPath: 'place' });
    store.createIndex('topic', 'topic');
    store.createIndex('usedAt', 'usedAt');
  };
  return getAnswer(request);
}

function deleteOldest(store: IDBObjectStore, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = count;
    const request = store.index('usedAt').openCursor();
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor || left-- <= 0) return resolve();
      cursor.delete();
      cursor.continue();
    };
  });
}

function getAnswer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
