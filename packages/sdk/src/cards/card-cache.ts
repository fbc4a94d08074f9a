import { LRUCache } from 'lru-cache';
import { errorFields, type Log } from '../shared/log.ts';
import { SingleFlight } from '../shared/single-flight.ts';
import type { CardCacheOptions, CardCacheStatistics } from './card-cache-options.ts';
import type { CardView } from './card-view.ts';

interface Entry {
  /** Created once: a hit returns the same promise and allocates nothing. */
  answer: Promise<CardView>;
  freshUntil: number;
  staleUntil: number;
}

/** Verified cards, limited in number and age. */
export class CardCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #load: (agentId: string) => Promise<CardView>;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #freshMs: number;
  readonly #staleMs: number;
  readonly #loading = new SingleFlight<CardView>();
  #generation = 0;
  #hits = 0;
  #staleHits = 0;
  #misses = 0;
  #failedRefreshes = 0;
  #evictions = 0;

  constructor(
    options: CardCacheOptions,
    load: (agentId: string) => Promise<CardView>,
    now: () => number,
    log: Log,
  ) {
    const dispose = (_: Entry, __: string, reason: LRUCache.DisposeReason) => {
      if (reason === 'evict') this.#evictions++;
    };
    this.#entries = new LRUCache({ max: options.maxCards ?? 1000, dispose });
    this.#load = load;
    this.#now = now;
    this.#log = log;
    this.#freshMs = (options.freshSeconds ?? 300) * 1000;
    this.#staleMs = (options.staleSeconds ?? 3600) * 1000;
  }

  card(agentId: string): Promise<CardView> {
    const entry = this.#entries.get(agentId);
    const now = this.#now();
    if (entry && now < entry.freshUntil) {
      this.#hits++;
      return entry.answer;
    }
    if (entry && now < entry.staleUntil) {
      this.#hits++;
      this.#staleHits++;
      this.#refreshBehind(agentId);
      return entry.answer;
    }
    this.#misses++;
    return this.#fetch(agentId);
  }

  /** Reads the card from the bucket, for a caller that knows that the cached one is outdated. */
  refresh(agentId: string): Promise<CardView> {
    return this.#fetch(agentId);
  }

  /** The signing keys changed, so cards certified by a revoked key must not stay here. */
  clear(): void {
    this.#generation++;
    this.#entries.clear();
  }

  statistics(): CardCacheStatistics {
    return {
      hits: this.#hits,
      staleHits: this.#staleHits,
      misses: this.#misses,
      failedRefreshes: this.#failedRefreshes,
      evictions: this.#evictions,
      size: this.#entries.size,
    };
  }

  #refreshBehind(agentId: string): void {
    if (this.#loading.isPending(agentId)) return;
    this.#fetch(agentId).catch((error) => {
      this.#failedRefreshes++;
      this.#log('warn', 'a card could not be refreshed', { agent_id: agentId, ...errorFields(error) });
    });
  }

  #fetch(agentId: string): Promise<CardView> {
    return this.#loading.run(agentId, async () => {
      const generation = this.#generation;
      const card = await this.#load(agentId);
      if (generation === this.#generation) this.#store(agentId, card);
      return card;
    });
  }

  #store(agentId: string, card: CardView): void {
    const now = this.#now();
    const freshUntil = now + this.#freshMs;
    const staleUntil = freshUntil + this.#staleMs;
    this.#entries.set(agentId, { answer: Promise.resolve(card), freshUntil, staleUntil });
  }
}
