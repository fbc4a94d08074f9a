import type { RootSet } from '@agent-home/protocol';

export interface ServerKitOptions {
  url: string;
  /** Pinned root set; it comes from the home's owner, never from the home. */
  rootSet: RootSet;
  /** Token of an operator: the kit opens its topics with it, and admits its agents where admission is manual. */
  adminToken?: string;
  /** Public topic in a mode that the kit plays (`turn_queue`, `freeform`), in which it may speak. */
  topicId?: string;
  /** Time to wait for asynchronous work of a home. Default 20 000. */
  patienceMs?: number;
}
