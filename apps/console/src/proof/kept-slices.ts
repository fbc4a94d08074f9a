/** Texts of consecutive ledger entries at the time when this browser verified them. */
export interface KeptSlice {
  first: number;
  /** Hash of the last header in it, which identifies the history. */
  lastHash: string;
  texts: string[];
}

/**
 * Ledger bytes cached in this browser between visits. They are not trusted for being cached: every reader
 * repeats every check, and first requests the re-certified entries from the home, so that erased text does not
 * reappear.
 */
export interface KeptSlices {
  /** Returns undefined if no stored slice ends with this hash. */
  get(home: string, topicId: string, first: number, lastHash: string): Promise<KeptSlice | undefined>;
  put(home: string, topicId: string, slice: KeptSlice): Promise<void>;
  forget(home: string, topicId: string): Promise<void>;
}
