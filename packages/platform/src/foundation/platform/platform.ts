import type { CredentialIssuer, ObjectStore } from '@agent-home/object-store';
import type { JsonObject, SchemaEdition, Signer } from '@agent-home/protocol';
import type { Logger } from 'pino';
import type { Database } from '../../database/index.ts';
import type { IdiomDictionary } from '../judges/idiom-dictionary.ts';
import type { PoemJudge } from '../judges/poem-judge.ts';
import type { ProposalSafety } from '../judges/proposal-safety.ts';
import type { Summarizer } from '../judges/summarizer.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { PlatformConfig } from '../settings/config.ts';
import type { WakeUps } from '../wake/wake-ups.ts';

/** Actor of an act: a token, a signed-in user, the operator at the home's own machine, or an agent that contradicts itself. */
export interface ActActor {
  kind: 'token' | 'user' | 'local' | 'agent';
  id: string;
  role: string;
}

/** An act for the audit log. */
export interface Act {
  actor: ActActor;
  /** Such as `agent.admit`. */
  action: string;
  /** Such as `agents/ada`. */
  target: string;
  reason?: string | undefined;
  /** Further facts of the decision; never a secret. */
  details?: JsonObject | undefined;
}

/** Failure of the latest run of a resident. */
export interface ResidentTrouble {
  runId: string;
  code: string;
  message: string;
}

/** Dependencies of every use case. Clock and randomness are part of it, so that tests can control them. */
export interface Platform {
  database: Database;
  config: PlatformConfig;
  wake: WakeUps;
  log: Logger;
  metrics: Metrics;
  /** Absent in a home without a mail server. */
  mailer?: Mailer;
  /** Later schema versions, published next to the previous ones. There are none at present. */
  editions: readonly SchemaEdition[];
  /** Failures of the latest runs of residents in this process, by agent id. */
  residentTroubles?: ReadonlyMap<string, ResidentTrouble>;
  /** Act of an administrator or owner that the present request carries out, for the audit log. */
  act?: Act;
  now(): Date;
  randomBytes(length: number): Uint8Array;
}

/** Platform of processes that respond to agents. They may issue credentials, but hold no signing key. */
export interface IssuingPlatform extends Platform {
  credentialIssuer: CredentialIssuer;
}

/** Ports for judgements that rules cannot make. An operator may replace their implementations. */
export interface Judges {
  dictionary: IdiomDictionary;
  poemJudge: PoemJudge;
  proposalSafety: ProposalSafety;
  summarizer: Summarizer;
}

/** Platform of processes that judge and publish. They hold the online signing keys and write to the bucket. */
export interface PublishingPlatform extends Platform {
  store: ObjectStore;
  signers: { registry: Signer; timestamp: Signer };
  judges: Judges;
}
