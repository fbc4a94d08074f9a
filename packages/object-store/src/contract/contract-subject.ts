import type { ObjectStore } from '../port/object-store.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { ObjectStoreHarness, RawWriter } from './object-store-harness.ts';

/** Subject of the contract's parts. */
export interface ContractSubject {
  harness: ObjectStoreHarness;
  /** Talks to the store directly. */
  store: ObjectStore;
  /** Talks to it through `proxy`. */
  proxied: ObjectStore;
  /** Faults and counts are cleared before each test. */
  proxy: FaultProxy;
  raw: RawWriter;
}
