import type { TrustedKeys } from '@agent-home/protocol';

/** Ledger row in the database. */
export interface JudgedRow {
  topicId: string;
  sequence: number;
  inputType: string;
  agentId: string | null;
  objectKey: string | null;
  outcome: 'accepted' | 'ruled_out' | 'rejected';
  reason: string | null;
  header: string;
  bodyText: string | null;
  judgedAt: Date;
}

/** Platform object in the database. */
export interface PublishedRow {
  objectKey: string;
  version: number;
  confirmedVersion: number | null;
  confirmedText: string | null;
}

/** Topic in the database. */
export interface TopicAtRest {
  topicId: string;
  /** Canonical JSON. */
  state: string;
  ledgerSequence: number;
  ledgerHead: string;
}

/** Copy of a run in the database. */
export interface RunAtRest {
  agentId: string;
  runId: string;
  /** Lines in their order. */
  texts: (string | null)[];
  /** True if another history was refused. */
  isContradicted: boolean;
  /** State that the home shows: `running`, `waiting`, or the status of its end. */
  state: string;
}

/** Approval in the database, with the certified decision from the bucket. */
export interface DecidedApproval {
  agentId: string;
  approvalId: string;
  state: string;
  certified: { decision: string; argumentsSha256: string } | undefined;
}

/** State of the home once it has caught up. */
export interface Evidence {
  ledger: JudgedRow[];
  topics: TopicAtRest[];
  runs: RunAtRest[];
  decisions: DecidedApproval[];
  published: PublishedRow[];
  /** Every platform object in the bucket, as text by key. */
  bucket: Map<string, string>;
  trust: TrustedKeys;
  now: Date;
  /** Pending work at the end of the time for catching up, by kind; all 0 in a healthy home. */
  waiting: Record<string, number>;
  /** Lines of PostgreSQL's log that say a constraint was violated. */
  violations: string[];
  /** Unrequested exits of processes. */
  unexpectedExits: string[];
}

/** Violation that a check found. */
export interface Finding {
  check: string;
  /** Key, topic or agent that the finding is about. */
  subject: string;
  problem: string;
  /** Excerpts of ledger and journal. */
  detail?: unknown;
}
