import type { Moment } from './moment.ts';

/** Response to a client without full access. */
export interface Reception {
  who: string;
  /** Name of the grammar's production. */
  production: string;
  /** Source of the response: the store, or the home itself. */
  from: 'api' | 'store';
  asked: string;
  at: Moment;
  tookMs: number;
  /** 0 if there was no response. */
  status: number;
  head: string;
  body: Buffer;
}

/** Index at a key of its author, which names the hash of an object that its author cannot read. */
export interface Guess {
  key: string;
  sha256: string;
  of: string;
}

/** Number of requests beyond one agent's share, and of refusals for that reason. */
export interface Greed {
  seconds: number;
  /** Calls to the token service for this request. */
  given: number;
  toldItsShare: number;
  /** Number of times that no tokens were left. */
  toldNoneLeft: number;
}

/** Decision of a door's keeper on a join request. */
export interface DoorWord {
  requestId: string;
  candidate: string;
  decision: 'approve' | 'reject';
  sha256: string;
}

/** Request of an honest agent or owner that takes the home some time. */
export interface Errand {
  who: string;
  what: string;
  askedAt: Moment;
  /** Time at which it was seen completed; absent if never. */
  doneAt?: Moment;
}

/** Response to an honest agent. */
export interface AnswerRecord {
  who: string;
  asked: string;
  at: Moment;
  tookMs: number;
  status: number;
}

/** Period without planned faults in which all agents lived. */
export interface CalmTime {
  from: Moment;
  until: Moment;
}

/** Act of the hostile resident. */
export interface ActRecord {
  production: string;
  drawn: unknown;
  at: Moment;
  tookMs: number;
}

/** A token that was revoked while a stream was open with it. */
export interface RevocationRecord {
  revokedAt: Moment;
  endedAt: Moment;
}
