/** Consecutive entries of a ledger, as their texts were when this browser had verified them. */
export interface KeptSlice {
  first: number;
  /** The hash of the last header in it: which history it is of. */
  lastHash: string;
  texts: string[];
}

/**
 * What this browser keeps of ledgers between visits. It is bytes and no more: nothing in it is believed for having been
 * kept, every reader makes every check again, and asks the home first what has been certified anew, so that words that
 * were erased do not come back from here.
 */
export interface KeptSlices {
  /** Undefined where none is kept that ends with this hash. */
  get(home: string, topicId: string, first: number, lastHash: string): Promise<KeptSlice | undefined>;
  put(home: string, topicId: string, slice: KeptSlice): Promise<void>;
  forget(home: string, topicId: string): Promise<void>;
}
