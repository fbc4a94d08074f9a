import type { JsonObject } from '@agent-home/protocol';

/**
 * Request of a mode to the platform before it judges, because modes have no clock, calendar, randomness or dictionary. Responses
 * are recorded in the ledger, so a replay judges from the same values.
 */
export type FactRequest =
  /** Records that the mode itself has stored for this topic under these keys (`Transition.records`). */
  | { fact: 'records'; keys: string[] }
  /** The calendar day that a moment falls on in a time zone, daylight saving included. */
  | { fact: 'local_day'; time_zone: string; at: string }
  /** True if two characters share a sound, ignoring tones. */
  | { fact: 'same_sound'; first: string; second: string }
  /** True if a dictionary has this idiom. */
  | { fact: 'dictionary'; text: string }
  /** A score for one submission. */
  | { fact: 'poem'; theme: string; text: string }
  /** 32 unpredictable bytes: HMAC(secret of the topic, sequence of the entry). */
  | { fact: 'random' }
  /** SHA-256 of the secret behind the topic's random values. Requested at the start only. */
  | { fact: 'random_commitment' }
  /** Which of these modes a topic can be opened in with their rules by default. */
  | { fact: 'modes_offered'; modes: string[] }
  /** Existence and bytes of the object that an agent names as its work. */
  | { fact: 'handed_in'; object_key: string }
  /** Verdict of the platform on a proposal, apart from the topic's own rules. */
  | { fact: 'proposal'; request_type: ProposalType; payload: JsonObject; agent_id: string };

/** Request types that propose a topic or a task. */
export type ProposalType = 'propose_topic' | 'propose_task';

/** A topic or task with the key of its manifest. */
export interface ContainerReference {
  kind: 'topic' | 'task';
  id: string;
  object_key: string;
}

/** Facts of the platform about a proposal. */
export interface ProposalFact {
  eligible: boolean;
  safe: boolean;
  within_budget: boolean;
  /** Existing container that every reader of the topic may read. */
  duplicate?: ContainerReference;
  /** Id reserved for the container in case of acceptance. */
  reserved: ContainerReference;
}

/** Values by the name of the fact; absent if not requested. */
export interface Facts {
  /** `date` as YYYYMMDD; `ends_at` is the first moment of the next day, RFC 3339 UTC. */
  local_day?: { date: string; ends_at: string };
  same_sound?: { same: boolean };
  dictionary?: { known: boolean };
  /** `score` 0 to 10; `notes` explain it. */
  poem?: { score: number; notes: string[] };
  /** 32 bytes as lowercase hex. */
  random?: { value: string };
  random_commitment?: { sha256: string };
  modes_offered?: { modes: string[] };
  proposal?: ProposalFact;
  /** `sha256` in lower-case hex; null if the place has no object that the platform would read. */
  handed_in?: { sha256: string | null };
}

/** Records by key; null for an unused key. */
export type Records = Record<string, JsonObject | null>;
