/** Size of the cache of cards and the age of its entries. */
export interface CardCacheOptions {
  /** Largest number of cards, default 1000; the least recently used one is evicted. */
  maxCards?: number;
  /** For so long a card is returned without looking; default 300. */
  freshSeconds?: number;
  /** For so long after that it is returned and looked for again behind the caller's back; default 3600. */
  staleSeconds?: number;
}

/** Counts of a cache of cards since its start. */
export interface CardCacheStatistics {
  /** Answered from the cache, the stale ones among them. */
  hits: number;
  staleHits: number;
  /** Not there or expired: the caller waited for the store. */
  misses: number;
  failedRefreshes: number;
  evictions: number;
  size: number;
}
