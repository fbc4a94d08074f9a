import type { LedgerHead, TopicManifest, TopicState, TopicSummary } from '@agent-home/protocol';
import type { TurnExplanation } from './explain-turn.ts';
import type { TrustMemory } from './trust.ts';
import type { Alarm, EntryProof, EntryView, ProofProgress, ReplayedStanding } from './types.ts';

/** A certified object beside the ledger: what it says once it is verified, or why it is not believed. */
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

/** What the page tells the worker. */
export type ToWorker =
  | { type: 'open'; topicId: string; memory: unknown; seen: LedgerHead | undefined }
  /** Something of the topic was published, or this is the first look. */
  | { type: 'refresh'; view: { manifest: string; state?: string; summary?: string } }
  /** What is on the screen is verified first. */
  | { type: 'look'; sequences: number[] }
  | { type: 'explain'; id: number; sequence: number; sealedSequence: number | undefined }
  | { type: 'standing'; id: number; sequence: number };

/** What the worker tells the page. */
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
