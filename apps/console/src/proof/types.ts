import type { LineStage } from '@agent-home/modes';

/**
 * State of one check of a ledger entry. `not_possible`: its input is missing, as for an erased text or after an
 * invalid entry. `not_needed`: the check does not apply to this kind of entry.
 */
export type CheckState = 'waiting' | 'holds' | 'fails' | 'not_possible' | 'not_needed';

export type CheckName = 'form' | 'certificate' | 'chain' | 'replay' | 'author';
export const checkNames: readonly CheckName[] = ['form', 'certificate', 'chain', 'replay', 'author'];

/** One check of one entry. */
export interface Check {
  state: CheckState;
  /** Number of the entry that caused the failure, if it is a different one. */
  at?: number;
  /** Violated rule, or the reason why the check was not possible. */
  code?: string;
  /** Finding in English, for diagnosis. */
  detail?: string;
}

export type Checks = Record<CheckName, Check>;

/** Content of an entry, read from its own bytes. */
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

/** Commitment to the log of a run in a message, as its text states it. */
export interface RunCommitment {
  runId: string;
  /** Number of the last record that it covers. */
  seq: number;
  /** SHA-256 of that record, in hexadecimal. */
  head: string;
}

/** One ledger entry for display. All its texts are untrusted. */
export interface EntryView {
  sequence: number;
  objectKey: string;
  content: EntryContent;
  agentId?: string;
  /** Time of the verdict. */
  at: string;
  outcome: 'accepted' | 'ruled_out' | 'rejected';
  reason?: string;
  explanation?: string;
  /** Fault of a rejected input, with its field. */
  refusal?: { field?: string; detail: string };
  hash: string;
  previous?: string;
  commitment?: string;
  stateHash: string;
  inputKey?: string;
  /** Run that a message commits to. */
  run?: RunCommitment;
  certificate?: { keyId: string; version: number; issuedAt: string };
}

/** Results for an entry, and its position in the mode by the replay. */
export interface EntryProof {
  sequence: number;
  checks: Checks;
  /** `absent` is no failure if the topic does not require signatures. */
  author?: {
    result: 'valid' | 'absent' | 'invalid';
    keyId: string;
    publicKey: string;
    inCard: boolean | undefined;
  };
  stage?: LineStage;
}

/** State of the topic after an entry, by the replay. */
export interface ReplayedStanding {
  sequence: number;
  mode: string;
  rules: object;
  state: object;
  turn?: { agent_id: string; turn_id: string; expires_at: string } | null;
  deadline?: string;
}

/** Alarm about a whole topic or about the trust behind it. */
export interface Alarm {
  code: string;
  where: string;
  detail: string;
}

export interface ProofProgress {
  /** Number of the newest entry that the home reports. */
  published: number;
  /** Number of the newest entry that was read. */
  newest: number;
  /** Number of entries read. Those at the end of a long ledger are read first. */
  read: number;
  /** Number of the last entry that the mode has judged again. */
  replayed: number;
  certified: number;
  /** Number of entries for which every possible check was made, with any result. */
  settled: number;
}
