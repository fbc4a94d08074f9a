import type { Moment } from './moment.ts';

/** What an agent asked to be allowed, and what it was given. */
export interface GrantRecord {
  id: number;
  agentId: string;
  topicId: string;
  type: string;
  askedAt: Moment;
  /** `unknown`: the answer did not arrive, and the tickets may be there. */
  outcome: 'granted' | 'denied' | 'unknown';
  keys: { key: string; notAfter: Moment | undefined }[];
}

/** What an agent put, where, and what it heard of it. */
export interface PutRecord {
  id: number;
  agentId: string;
  topicId: string;
  key: string;
  /** Of the credential it was put with. */
  grantId: number;
  notAfter: Moment | undefined;
  grantAskedAt: Moment;
  /** What was written, where it is text; of the rest only that it was written. */
  text: string | undefined;
  how: string;
  startedAt: Moment;
  endedAt: Moment;
  /** `unknown`: it may be there or not. */
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
  /** Whether it read on from a cursor, whatever was consumed. */
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

/** A certified object as somebody read it from the bucket while the home ran. */
export interface Sighting {
  key: string;
  version: number;
  sha256: string;
  askedAt: Moment;
  answeredAt: Moment;
}

/** What became of an input, as the ledger entry in the bucket says. */
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

/** Something that nobody may do, tried. */
export interface Attack {
  agentId: string;
  what: string;
  at: Moment;
  refused: boolean;
  answer: string;
}

/** A topic that the home said it had opened. */
export interface OpeningRecord {
  topicId: string;
  mode: string;
}

/** A process that was killed. */
export interface BlowRecord {
  part: string;
  at: Moment;
}
