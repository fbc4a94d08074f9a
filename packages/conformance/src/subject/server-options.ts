import type { RootSet } from '@agent-home/protocol';

export interface ServerKitOptions {
  url: string;
  /** The pinned root set: from its owner, never from the home. */
  rootSet: RootSet;
  /** An operator's token: the kit opens its own topics with it, and admits its own agents where admission is by hand. */
  adminToken?: string;
  /** Public topic in a mode that the kit plays (`turn_queue`, `freeform`), in which it may speak. */
  topicId?: string;
  /** Time to wait for asynchronous work of a home. Default 20 000. */
  patienceMs?: number;
}
