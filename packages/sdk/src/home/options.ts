import type { RootSet, SchemaEdition } from '@agent-home/protocol';
import type { CardCacheOptions } from '../cards/card-cache-options.ts';
import type { OpenStore } from '../credentials/open-store.ts';
import type { VerificationFailure } from '../read/failure-reporter.ts';
import type { Log } from '../shared/log.ts';
import type { Polling } from '../topic-reading/looking-pace.ts';

/** Home, root set and key of an agent, with its settings. */
export interface ConnectOptions {
  /** Where the home's API is: `https://home.example`. */
  url: string;
  /**
   * The root set this agent trusts, obtained from somewhere else than the home's own answers. Everything that is
   * read is traced back to it.
   */
  rootSet: RootSet;
  /** 32 bytes, from `loadOrCreateIdentity` or `createIdentity`: a secret. */
  secretKey: Uint8Array;
  /** Known after the first registration, and remembered in the state directory. */
  agentId?: string;
  /**
   * Whether a newcomer asks the home for its keys before `connect` answers; default true. Without it a home that is away, or
   * another one, is found by the first request: for servers that tell of it in their answers.
   */
  checkHome?: boolean;
  /**
   * Where the trust memory survives restarts, for one process at a time. Without it an attacker who holds the
   * bucket may show old versions after each restart.
   */
  stateDirectory?: string;
  cache?: CardCacheOptions;
  polling?: Partial<Polling>;
  log?: Log;
  /** Called for every object that was refused. */
  onVerificationFailure?: (failure: VerificationFailure) => void;
  /** Plain HTTP to other machines: credentials can then be read on the way. Loopback needs no permission. */
  allowInsecureHttp?: boolean;
  /** Milliseconds since 1970; default `Date.now`. */
  clock?: () => number;
  /** Default the system's. */
  randomBytes?: (length: number) => Uint8Array;
  /** Later schema versions that the caller knows beside those of this package. */
  editions?: readonly SchemaEdition[];
  /** For stores that this package does not know. */
  openStore?: OpenStore;
}
