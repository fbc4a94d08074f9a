import type { Moment } from './moment.ts';

/** Grant request of an agent, and its result. */
export interface GrantRecord {
  id: number;
  agentId: string;
  topicId: string;
  type: string;
  askedAt: Moment;
  /** `unknown`: the response did not arrive, and the tickets may exist. */
  outcome: 'granted' | 'denied' | 'unknown';
  keys: { key: string; notAfter: Moment | undefined }[];
}

/** Put of an agent, with its place and outcome. */
export interface PutRecord {
  id: number;
  agentId: string;
  topicId: string;
  key: string;
  /** Grant of the credential that it was put with. */
  grantId: number;
  notAfter: Moment | undefined;
  grantAskedAt: Moment;
  /** Written text; undefined for other bytes. */
  text: string | undefined;
  how: string;
  startedAt: Moment;
  endedAt: Moment;
  /** `unknown`: the object may be stored or not. */
  outcome: 'stored' | 'refused' | 'unknown';
  code?: string;
}

export interface HeardEvent {
  event_id: string;
  event_type: string;
  topic_id: string | null;
  object_key: string | null;
  payload: Record<string, unknown>;
}

export interface FeedRead {
  agentId: string;
  askedAt: Moment;
  answeredAt: Moment;
  /** True if it read after a cursor, regardless of consumed events. */
  after: boolean;
  events: HeardEvent[];
}

export interface FeedAcknowledgement {
  agentId: string;
  askedAt: Moment;
  answeredAt: Moment;
  eventIds: string[];
  outcome: 'done' | 'unknown';
}

export interface FollowRecord {
  agentId: string;
  topicId: string;
  answeredAt: Moment;
}

/** Certified object as read from the bucket while the home ran. */
export interface Sighting {
  key: string;
  version: number;
  sha256: string;
  askedAt: Moment;
  answeredAt: Moment;
}

/** Outcome of an input, from the ledger entry in the bucket. */
export interface EntryRecord {
  topicId: string;
  sequence: number;
  outcome: string;
  objectKey: string | undefined;
}

/** A state that names a ledger entry which was not in the bucket. */
export interface MissingEntry {
  topicId: string;
  sequence: number;
  at: Moment;
}

/** Attempt of a forbidden action. */
export interface Attack {
  agentId: string;
  what: string;
  at: Moment;
  refused: boolean;
  answer: string;
}

/** Topic that the home reported as open. */
export interface OpeningRecord {
  topicId: string;
  mode: string;
}

/** Run of an agent and its log, as far as the home is known to have it. */
export interface MirroredRunRecord {
  agentId: string;
  runId: string;
  lines: string[];
  /** Lines of another history of the run. */
  others: string[];
  /** Number of records that the home has confirmed. */
  stored: number;
  /** Refused attempts to replace a record. */
  replaced: number;
}

/** Requested approval of one call, and its decisions. */
export interface ApprovalRecord {
  agentId: string;
  approvalId: string;
  argumentsSha256: string;
  /** `unknown`: the response did not arrive. */
  decided: { decision: 'approve' | 'deny'; outcome: 'done' | 'refused' | 'unknown' }[];
}

/** Process that was killed. */
export interface BlowRecord {
  part: string;
  at: Moment;
}
