import type { Signer } from '@agent-home/protocol';
import type { CardView } from '../cards/card-view.ts';
import type { CredentialManager } from '../credentials/credential-manager.ts';
import type { FeedPoller } from '../feed/feed-poller.ts';
import type { FailureReporter } from '../read/failure-reporter.ts';
import type { VerifiedReader } from '../read/verified-reader.ts';
import type { Surroundings } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import type { TrustMemory } from '../trust/trust-memory.ts';
import type { Polling } from './looking-pace.ts';

/** Dependencies of reading a topic. */
export interface ReadingSurroundings {
  reader: VerifiedReader;
  memory: TrustMemory;
  failures: FailureReporter;
  /** Feed that reports topics with changes, if there is one. */
  feed: Pick<FeedPoller, 'watch' | 'isHearing'>;
  card: (agentId: string) => Promise<CardView>;
  /** Bypasses the cache, because the key may have changed since. */
  refreshCard: (agentId: string) => Promise<CardView>;
  polling: Polling;
  surroundings: Surroundings;
  closing: AbortSignal;
  log: Log;
}

/** Dependencies shared by all topics of one agent. */
export interface TopicSurroundings extends ReadingSurroundings {
  agentId: () => Promise<string>;
  signer: Signer;
  credentials: CredentialManager;
}
