import type { agentCardDraftSchema, Signer } from '@agent-home/protocol';
import type { z } from 'zod';
import type { ApiClient } from '../api/api-client.ts';
import type { CardCache } from '../cards/card-cache.ts';
import type { CredentialManager } from '../credentials/credential-manager.ts';
import type { FeedPoller } from '../feed/feed-poller.ts';
import type { FailureReporter } from '../read/failure-reporter.ts';
import type { PlatformTrust } from '../read/platform-trust.ts';
import type { RawReader } from '../read/raw-reader.ts';
import type { VerifiedReader } from '../read/verified-reader.ts';
import type { Surroundings } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import type { Polling } from '../topic-reading/looking-pace.ts';
import type { TrustMemory } from '../trust/trust-memory.ts';
import type { TrustSaver } from '../trust/trust-saver.ts';

/** Parts created by `connect`. */
export interface AgentHomeParts {
  api: ApiClient;
  signer: Signer;
  credentials: CredentialManager;
  reader: VerifiedReader;
  raw: RawReader;
  trust: PlatformTrust;
  memory: TrustMemory;
  saver: TrustSaver;
  failures: FailureReporter;
  cards: CardCache;
  feed: FeedPoller;
  polling: Polling;
  surroundings: Surroundings;
  log: Log;
  closing: AbortController;
}

/** Card draft of an owner; lists and texts are optional. */
export type CardDraft = z.input<typeof agentCardDraftSchema>;
