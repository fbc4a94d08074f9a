import { objectEndpoints, pathTo, requestTo, topicEndpoints } from '@agent-home/http-contract';
import { ObjectStoreError } from '@agent-home/object-store/agent';
import { parseObjectKey } from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ApiClient } from '../api/api-client.ts';
import { ApiError, ConnectionError } from '../errors/api-error.ts';
import type { ByteSource } from './raw-reader.ts';

/** Entries per request, so that a long ledger does not cost one request per entry. */
const pageSize = 50;
const keptPages = 8;

const ledgerPageSchema = z.looseObject({ entries: z.array(z.looseObject({ text: z.string() })).max(500) });
const encoder = new TextEncoder();

/**
 * Reads a home's public objects, byte for byte as they are in the bucket. The home could return anything, as
 * could an attacker who controls a bucket: the bytes are untrusted until verified.
 */
export class PublicSource implements ByteSource {
  readonly #api: ApiClient;
  /** Pending and recent pages; each entry is returned once, so that a second read requests it again. */
  readonly #pages = new LRUCache<string, Promise<Map<number, Uint8Array>>>({ max: keptPages });

  constructor(api: ApiClient) {
    this.#api = api;
  }

  /**
   * @throws ObjectStoreError `not_found`, ApiError `unauthenticated` if the home requires signing in,
   * ConnectionError
   */
  async get(key: string, _grant: unknown, maxBytes: number): Promise<Uint8Array> {
    const place = parseObjectKey(key);
    try {
      const entry =
        place?.kind === 'topic_ledger_entry'
          ? await this.#entry(place.parts.topic_id, place.parts.sequence)
          : undefined;
      return entry ?? (await this.#object(key, maxBytes));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      throw new ObjectStoreError('not_found', `${key} does not exist or is not public`);
    }
  }

  #object(key: string, maxBytes: number): Promise<Uint8Array> {
    return this.#api.bytes(pathTo(objectEndpoints.read, { query: { key } }), maxBytes);
  }

  async #entry(topicId: string, sequence: number): Promise<Uint8Array | undefined> {
    const first = sequence - ((sequence - 1) % pageSize);
    const name = `${topicId} ${first}`;
    let page = this.#pages.get(name);
    if (!page || !(await page).has(sequence)) {
      // Another read may have loaded this page again in the meantime.
      const asked = this.#pages.get(name);
      page = asked !== undefined && asked !== page ? asked : this.#page(topicId, first);
      this.#pages.set(name, page);
      page.catch(() => this.#pages.delete(name));
    }
    const entries = await page;
    const bytes = entries.get(sequence);
    entries.delete(sequence);
    return bytes;
  }

  async #page(topicId: string, first: number): Promise<Map<number, Uint8Array>> {
    const query = { after: first - 1, limit: pageSize };
    const request = requestTo(topicEndpoints.readLedger, { params: { topic_id: topicId }, query });
    const { entries } = await this.#api.request({ ...request, answer: ledgerPageSchema }).catch(oneByOne);
    return new Map(entries.map(({ text }, index) => [first + index, encoder.encode(text)]));
  }
}

/** Long lines may make a page too large, but a single entry fits. */
function oneByOne(error: unknown): z.infer<typeof ledgerPageSchema> {
  if (error instanceof ConnectionError && error.code === 'bad_answer') return { entries: [] };
  throw error;
}
