import type { LedgerHead, RootSet } from '@agent-home/protocol';
import type { Bucket } from '../form/reading.ts';

export interface ReadingInput {
  pinned: RootSet;
  now: string;
  objects: Bucket;
  topic_id: string;
  /** Ledger head at the end of an earlier reading of this topic. */
  head?: LedgerHead;
  /** Number of the entry before the first requested one. */
  after: number;
}
