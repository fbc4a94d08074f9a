import type { LedgerHead, TopicManifest, TopicState, TopicSummary } from '@agent-home/protocol';
import type { TurnExplanation } from './explain-turn.ts';
import type { TrustMemory } from './trust.ts';
import type { Alarm, EntryProof, EntryView, ProofProgress, ReplayedStanding } from './types.ts';

/** Certified object in addition to the ledger: its verified content, or the reason why it is rejected. */
export type Certified<Content> =
  | { objectKey: string; version: number; content: Content; keyId: string; issuedAt: string }
  | { objectKey: string; alarm: Alarm };

export interface TopicObjects {
  manifest: Certified<TopicManifest>;
  state?: Certified<TopicState>;
  summary?: Certified<TopicSummary>;
}

export interface TrustView {
  fingerprint: string;
  rootVersion: number;
  issuer: string;
  isFirstUse: boolean;
  currentAt: string | undefined;
  /** Validity of each platform key, by its id. */
  keys: { keyId: string; validFrom: string; validUntil: string; revoked?: { reason: string; at: string } }[];
}

/** Message to the worker. */
export type ToWorker =
  | { type: 'open'; topicId: string; memory: unknown; seen: LedgerHead | undefined }
  /** Something of the topic was published, or this is the first look. */
  | { type: 'refresh'; view: { manifest: string; state?: string; summary?: string } }
  /** Visible entries are verified first. */
  | { type: 'look'; sequences: number[] }
  | { type: 'explain'; id: number; sequence: number; sealedSequence: number | undefined }
  | { type: 'standing'; id: number; sequence: number };

/** Message of the worker. */
export type FromWorker =
  | { type: 'trust'; trust: TrustView; memory: TrustMemory }
  | { type: 'objects'; objects: TopicObjects }
  | { type: 'entries'; entries: EntryView[] }
  | { type: 'proofs'; proofs: EntryProof[] }
  | { type: 'standing'; standing: ReplayedStanding; head: LedgerHead | undefined }
  | { type: 'progress'; progress: ProofProgress }
  | { type: 'alarms'; alarms: Alarm[] }
  /** Reading failed, and is tried again at the next refresh; undefined once it succeeds again. */
  | { type: 'problem'; code: string | undefined }
  | { type: 'answer'; id: number; explanation?: TurnExplanation; standing?: ReplayedStanding };
