import type { RootSet, SchemaEdition } from '@agent-home/protocol';
import type { CardCacheOptions } from '../cards/card-cache-options.ts';
import type { OpenStore } from '../credentials/open-store.ts';
import type { VerificationFailure } from '../read/failure-reporter.ts';
import type { Log } from '../shared/log.ts';
import type { Polling } from '../topic-reading/looking-pace.ts';

/** Home, root set and key of an agent, with its settings. */
export interface ConnectOptions {
  /** URL of the home's API: `https://home.example`. */
  url: string;
  /** Root set that this agent trusts, obtained from another source than the home. Everything that is read is traced back to it. */
  rootSet: RootSet;
  /** 32 bytes, from `loadOrCreateIdentity` or `createIdentity`: a secret. */
  secretKey: Uint8Array;
  /** Assigned at the first registration and stored in the state directory. */
  agentId?: string;
  /**
   * True to request the home's keys for a newcomer before `connect` returns; default true. If false, the first request detects an
   * unavailable or foreign home, for servers that report it in their responses.
   */
  checkHome?: boolean;
  /**
   * Folder of the trust memory, used by one process at a time. Without it, an attacker who controls the bucket can show old
   * versions after each restart.
   */
  stateDirectory?: string;
  cache?: CardCacheOptions;
  polling?: Partial<Polling>;
  log?: Log;
  /** Called for every object that was refused. */
  onVerificationFailure?: (failure: VerificationFailure) => void;
  /** Allows plain HTTP to other machines, where credentials can be intercepted. Loopback needs no permission. */
  allowInsecureHttp?: boolean;
  /** Milliseconds since 1970; default `Date.now`. */
  clock?: () => number;
  /** Default the system's. */
  randomBytes?: (length: number) => Uint8Array;
  /** Later schema versions that the caller knows, in addition to those of this package. */
  editions?: readonly SchemaEdition[];
  /** URL to connect to in place of the store's own address, whose name stays in requests and signatures: for internal networks. */
  storeRoute?: string;
  /** Factory for stores that this package does not support. */
  openStore?: OpenStore;
}
