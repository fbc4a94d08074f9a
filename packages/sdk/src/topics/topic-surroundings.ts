import type { Signer } from '@agent-home/protocol';
import type { CardView } from '../cards/card-view.ts';
import type { CredentialManager } from '../credentials/credential-manager.ts';
import type { FeedPoller } from '../feed/feed-poller.ts';
import type { FailureReporter } from '../read/failure-reporter.ts';
import type { VerifiedReader } from '../read/verified-reader.ts';
import type { Surroundings } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import type { TrustMemory } from '../trust/trust-memory.ts';
import type { Polling } from './state-watcher.ts';

/** What every topic of one client shares. */
export interface TopicSurroundings {
  agentId: () => Promise<string>;
  signer: Signer;
  credentials: CredentialManager;
  reader: VerifiedReader;
  memory: TrustMemory;
  failures: FailureReporter;
  feed: FeedPoller;
  card: (agentId: string) => Promise<CardView>;
  /** Past the cache: the key may have changed since. */
  refreshCard: (agentId: string) => Promise<CardView>;
  polling: Polling;
  surroundings: Surroundings;
  closing: AbortSignal;
  log: Log;
}
