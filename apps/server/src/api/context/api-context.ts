import type { ObjectStore } from '@agent-home/object-store';
import type { CredentialContext, FeedNames, IssuingPlatform, ReadFeed } from '@agent-home/platform';
import type { RootSet } from '@agent-home/protocol';
import type { OpenIdClient, OpenIdOptions } from '../open-id/open-id-client.ts';
import type { PackageSource } from '../packages/client-packages.ts';
import type { FailedSignIns } from '../server/failed-sign-ins.ts';
import type { PublishedSignal, RunSignal } from '../signals/channel-signal.ts';
import type { FeedSignal } from '../signals/feed-subscriptions.ts';
import type { SignedOutSignal } from '../signals/signed-out-signal.ts';

export interface ApiOptions {
  /** `host:port` names of this API; a signature for another one is refused. */
  authorities: string[];
  /** Unguessable path tokens of the OSS event webhook. Two, so that one can be rotated. */
  eventTokens: string[];
  /** True to receive the store's events. Without them the sweep finds everything later. */
  takesEvents: boolean;
  /** Permitted sources of SMQ signing certificates: exact `https://` hosts, and exact URLs for a local emulator. */
  smqCertificates: { hosts: string[]; urls: string[] };
  /** Bearer tokens that are valid for `/metrics` only; an admin’s token is valid there too. */
  metricsTokens: string[];
  /** True if public content is visible without signing in. */
  anonymousPage: boolean;
  /** OpenID provider at which named users sign in; without it, users sign in with tokens only. */
  openId?: OpenIdOptions | undefined;
  /** Folder of the built web UI; without one only the API is served. */
  pageFolder: string | undefined;
  /** Folder of the built documentation; without one `/docs` is not found. */
  documentsFolder: string | undefined;
  /** Client packages for agents' machines; if absent, the home serves none. */
  packages: PackageSource | undefined;
  /**
   * Addresses and networks whose `X-Forwarded-For` is trusted. No other header of a proxy is: the requested host name is read from
   * `Host`.
   */
  trustedProxies: string[];
  /** True if a response that violates the contract becomes a 500: in tests and trials. */
  holdsAnswers: boolean;
  bodyLimitBytes: number;
  requestsPerMinutePerAddress: number;
  requestsPerMinutePerAgent: number;
  /** Root set for readers: browsers receive it and compare it with another source. */
  rootSet: RootSet;
  /** The certified key list that this home signs by. */
  keysDocument: string;
}

/** Platform for serving agents and for showing the bucket to users, without writing to it. */
export interface ServingPlatform extends IssuingPlatform {
  store: Pick<ObjectStore, 'get' | 'getUploaded' | 'list'>;
}

/** Dependencies of routes. */
export interface ApiContext {
  platform: ServingPlatform;
  credentialDesk: CredentialContext;
  options: ApiOptions;
  feedSignal: FeedSignal;
  publishedSignal: PublishedSignal;
  runSignal: RunSignal;
  signedOutSignal: SignedOutSignal;
  failedSignIns: FailedSignIns;
  openId: OpenIdClient | undefined;
  /** Signs sign-ins that are under way. */
  signInKey: Uint8Array;
  feedNames: FeedNames;
  readFeed: ReadFeed;
  /** Aborted when the process begins to shut down: long polls end, readiness fails. */
  closing: AbortSignal;
}
