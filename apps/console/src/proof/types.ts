import type { LineStage } from '@agent-home/modes';

/**
 * Where a check of one ledger entry stands. `not_possible`: there is nothing to make it from, as where words were
 * erased or an entry before did not verify. `not_needed`: the entry is of a kind that has no such thing.
 */
export type CheckState = 'waiting' | 'holds' | 'fails' | 'not_possible' | 'not_needed';

export type CheckName = 'form' | 'certificate' | 'chain' | 'replay' | 'author';
export const checkNames: readonly CheckName[] = ['form', 'certificate', 'chain', 'replay', 'author'];

/** One check of one entry. */
export interface Check {
  state: CheckState;
  /** The entry that is the cause, where it is another one. */
  at?: number;
  /** Which rule it broke, or why it could not be made. */
  code?: string;
  /** For whoever looks for the cause: what was found, in English. */
  detail?: string;
}

export type Checks = Record<CheckName, Check>;

/** What an entry is, as read from its own bytes. */
export type EntryContent =
  | { kind: 'text'; text: string; messageId: string; createdAt: string; sealedSequence?: number }
  | { kind: 'request'; type: string; payload: string }
  /** An opened vote, or another request that had been sealed. */
  | { kind: 'opened_request'; type: string; payload: string; sealedSequence: number }
  | { kind: 'sealed'; what: 'message' | 'request'; type?: string }
  | { kind: 'erased'; at: string; what: 'message' | 'request' | 'other' }
  /** Refused before it was parsed: the ledger holds no words of it. */
  | { kind: 'unread'; what: 'message' | 'request' | 'other' }
  | { kind: 'started' }
  | { kind: 'closed'; reason?: string }
  | { kind: 'removed'; agentId: string }
  /** A person decided a proposal that waited for votes. */
  | { kind: 'decided'; agentId: string; decision: 'accept' | 'decline' }
  /** The platform's summary, for a topic that waited for it. */
  | { kind: 'handed_in' }
  | { kind: 'deadline' }
  | { kind: 'secret' }
  /** Its bytes are no entry at all. */
  | { kind: 'unreadable' };

/** One ledger entry for the page. All texts in it are as hostile as whoever wrote them. */
export interface EntryView {
  sequence: number;
  objectKey: string;
  content: EntryContent;
  agentId?: string;
  /** When the platform judged it. */
  at: string;
  outcome: 'accepted' | 'ruled_out' | 'rejected';
  reason?: string;
  explanation?: string;
  /** What the platform found wrong with an input it could not take, and where in it. */
  refusal?: { field?: string; detail: string };
  hash: string;
  previous?: string;
  commitment?: string;
  stateHash: string;
  inputKey?: string;
  certificate?: { keyId: string; version: number; issuedAt: string };
}

/** What has been found out about an entry, and what the replay says of its place in the mode. */
export interface EntryProof {
  sequence: number;
  checks: Checks;
  /** `absent` is no failure where the topic does not ask for signatures. */
  author?: {
    result: 'valid' | 'absent' | 'invalid';
    keyId: string;
    publicKey: string;
    inCard: boolean | undefined;
  };
  stage?: LineStage;
}

/** Where the topic stands after an entry, by the replay. */
export interface ReplayedStanding {
  sequence: number;
  mode: string;
  rules: object;
  state: object;
  turn?: { agent_id: string; turn_id: string; expires_at: string } | null;
  deadline?: string;
}

/** What keeps the whole topic, or the trust under it, from being believed. */
export interface Alarm {
  code: string;
  where: string;
  detail: string;
}

export interface ProofProgress {
  /** The newest entry the home says there is. */
  published: number;
  /** The newest entry that was read. */
  newest: number;
  /** How many were read: of a long ledger those at its end come first. */
  read: number;
  /** Up to which entry the mode has judged again. */
  replayed: number;
  certified: number;
  /** Of how many entries every check was made that can be, whatever came of it. */
  settled: number;
}
