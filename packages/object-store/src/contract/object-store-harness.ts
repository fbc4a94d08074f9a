import type { ObjectStore } from '../port/object-store.ts';
import type { RetryOptions } from '../transport/retry.ts';

export interface HarnessSettings {
  /** http URL to use instead of the store's own, such as that of a faulty proxy. */
  endpoint?: string;
  /** `stranger` has a valid credential without any rights; default `platform`, which has all of them. */
  identity?: 'platform' | 'stranger';
  requestTimeoutMs?: number;
}

/** Objects that an adversary can create instead of putting bytes at a key. `dangling` is a symlink without a target. */
export type UnusualKind = 'symlink' | 'dangling' | 'appendable' | 'archived' | 'multipart';

/** Writer that uses the vendor's own means, for objects that the port cannot create. */
export interface RawWriter {
  unusual(kind: UnusualKind, key: string): Promise<void>;
  /** Puts plain bytes at any key that the store accepts; the path is sent unchanged. */
  plain(key: string, bytes: Uint8Array): Promise<void>;
  encoded(key: string, bytes: Uint8Array, encoding: string): Promise<void>;
  /** Adds a lifecycle rule that our type cannot express, with an `&` in its prefix. */
  foreignLifecycleRule(id: string): Promise<void>;
  /** Returns that rule in its present form in the store, in any comparable format. */
  readLifecycleRule(id: string): Promise<unknown>;
}

/** Differences between stores. The contract tests the actual behaviour of each. */
export interface HarnessTraits {
  /** Unusual kinds of objects that the store knows. */
  unusual: readonly UnusualKind[];
  /** Keys that the store cannot hold, although the port allows them: refused as `invalid_request`. */
  unstorableKeys?: readonly string[];
  /** Keys that an adversary can put and the port does not allow; only `deleteListed` accepts them. */
  listedKeys: readonly string[];
  /** True if a put can be conditional on an etag; otherwise `ifMatch` is refused as `invalid_request`. */
  ifMatch: boolean;
  /** True if a rule can abort unfinished uploads; otherwise it is refused as `invalid_request`. */
  uploadRules: boolean;
}

/** One running, empty store under test. */
export interface ObjectStoreHarness {
  /** http URL. */
  endpoint: string;
  /** Returns an adapter that retries according to `CONTRACT_RETRY`. */
  store(settings?: HarnessSettings): ObjectStore;
  rawWriter: RawWriter;
  /** Texts that must not appear in any error. */
  secrets: string[];
  close(): Promise<void>;
}

export const CONTRACT_RETRY = { attempts: 3, minDelayMs: 1, maxDelayMs: 5 } as const satisfies RetryOptions;
