import type { CredentialDesk, FeedNames, IssuingPlatform, ReadFeed } from '@agent-home/platform';

export interface ApiOptions {
  /** `host:port` names this API answers to; a signature for another is refused. */
  authorities: string[];
  /** Unguessable path tokens of the OSS event webhook. Two, so that one can be rotated. */
  eventTokens: string[];
  /** Whether the store's events are taken in at all. Without them the sweep finds everything, later. */
  takesEvents: boolean;
  /** Where SMQ signing certificates may come from: exact `https://` hosts, and exact URLs for a local emulator. */
  smqCertificates: { hosts: string[]; urls: string[] };
  /** Bearer tokens that open `/metrics` and nothing else; an admin’s opens it too. */
  metricsTokens: string[];
  /** Whether people see what is public without signing in. */
  anonymousPage: boolean;
  /** Where the built page lies; without, only the API answers. */
  pageFolder: string | undefined;
  bodyLimitBytes: number;
  requestsPerMinutePerAddress: number;
  requestsPerMinutePerAgent: number;
}

/** What routes run on. */
export interface ApiContext {
  platform: IssuingPlatform;
  credentialDesk: CredentialDesk;
  options: ApiOptions;
  feedSignal: FeedSignal;
  feedNames: FeedNames;
  readFeed: ReadFeed;
  /** Aborted when the process begins to shut down: long polls end, readiness fails. */
  closing: AbortSignal;
}

/** Tells that something may be there. Spurious and missing calls are both harmless. */
export interface FeedSignal {
  /** Calls `wake` for the agent itself and for topics it follows, until the answer is called. */
  subscribe(to: { agentId: string; topicIds: string[] }, wake: () => void): () => void;
}
