/** Size of the cache of cards and the age of its entries. */
export interface CardCacheOptions {
  /** Largest number of cards, default 1000; the least recently used one is evicted. */
  maxCards?: number;
  /** Seconds for which a card is returned without a request; default 300. */
  freshSeconds?: number;
  /** Further seconds for which a card is returned and refreshed in the background; default 3600. */
  staleSeconds?: number;
}

/** Counters of a card cache since its start. */
export interface CardCacheStatistics {
  /** Responses from the cache, including stale ones. */
  hits: number;
  staleHits: number;
  /** Missing or expired: the caller waited for the store. */
  misses: number;
  failedRefreshes: number;
  evictions: number;
  size: number;
}
