import type { LedgerHead, RootSet } from '@agent-home/protocol';
import type { Bucket } from '../form/reading.ts';

export interface ReadingInput {
  pinned: RootSet;
  now: string;
  objects: Bucket;
  topic_id: string;
  /** Where an earlier reading of this topic ended. */
  head?: LedgerHead;
  /** The entries after this number are wanted. */
  after: number;
}
