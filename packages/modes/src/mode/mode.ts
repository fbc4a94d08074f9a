import type {
  AdminAction,
  JsonObject,
  ModeDenialCode,
  TopicMessage,
  TopicRequest,
} from '@agent-home/protocol';
import type { z } from 'zod';
import type { ReasonOf, TopicReasonCode } from '../reasons/reasons.ts';
import type { CurrentTurn } from './current-turn.ts';
import type { ContainerReference, FactRequest, Facts, ProposalType, Records } from './facts.ts';
import type { Line, LineStage } from './line.ts';

/** Facts about an agent for a mode. Recorded in the ledger with every verdict computed from them. */
export interface AuthorFacts {
  agent_id: string;
  standing: 'admitted' | 'suspended' | 'withdrawn' | 'registered' | 'unknown';
  /** True if the agent may read the topic at this moment. */
  reader: boolean;
  card_version: number;
  /** base64url; key that `author_sig` is verified with. */
  public_key: string;
  /** Highest number among this agent's accepted messages with numbered ids here; 0 without any. */
  last_message_number: number;
  /** Highest number among this agent's judged requests here; 0 without any. */
  last_request_number: number;
}

/** Everything outside the input that a verdict may depend on. */
export interface ModeContext {
  /** Time of the verdict, RFC 3339 UTC. Never before the entry before it. */
  now: string;
  /** Time of the object's last write, if the store's time can be trusted (OSS). */
  written_at?: string;
  /** The author of the input. Absent for the platform's own inputs. */
  author?: AuthorFacts;
  /**
   * Entry of the ledger that contradicts the one that the author claims to have read; the hash is null if the ledger has no such
   * entry yet. Present only for a contradiction: such an input is rejected before the mode sees it.
   */
  chain?: { sequence: number; hash: string | null };
  /** Responses to the requests of `facts`. */
  facts?: Facts;
  /** Stored records that `facts` requested, by key. */
  records?: Records;
}

/** Admin action that applies to any topic; actions specific to proposals are inputs of their own. */
export type ModeAdminAction = Exclude<AdminAction, { action: 'decide_proposal' }>;

/** Object of an agent at its key. */
export interface Place {
  what: 'message' | 'request';
  agent_id: string;
  /** The message id or request id. */
  id: string;
}

/** Place of a message, existing or not. */
export interface MessagePlace {
  agent_id: string;
  message_id: string;
}

/** Inputs of a mode: objects of agents, and acts of the platform. */
export type ModeInput =
  | { type: 'message'; agent_id: string; message_id: string; message: TopicMessage }
  | { type: 'request'; agent_id: string; request_id: string; request: TopicRequest }
  /** Object whose content is secret for now, even for the mode. `request_type` is set for a request. */
  | { type: 'sealed'; place: Place; request_type?: string }
  /** A sealed object, opened. */
  | { type: 'reveal'; place: Place & { what: 'message' }; message: TopicMessage }
  | { type: 'reveal'; place: Place & { what: 'request' }; request: TopicRequest }
  /** The secret of the topic's random values, once no more are drawn. */
  | { type: 'reveal_secret'; secret: string }
  | { type: 'deadline' }
  | { type: 'admin'; admin: ModeAdminAction }
  /** An admin decides a proposal that waits for votes. */
  | { type: 'decide_proposal'; place: Place & { what: 'request' }; decision: 'accept' | 'decline' }
  /** The summary that the mode awaits is in the bucket, with these bytes. */
  | { type: 'hand_in'; object_key: string; sha256: string };

/** Decision of the platform on a proposal, published under `results/`. */
export interface ProposalDecision {
  agent_id: string;
  request_id: string;
  /** `unknown` if the request could not be read. */
  request_type: ProposalType | 'unknown';
  outcome: 'accepted' | 'rejected' | 'needs_votes';
  reason_code: TopicReasonCode;
  /** Container that the platform creates from `payload`; set for an accepted proposal. */
  created?: ContainerReference;
  payload?: JsonObject;
  redirect?: ContainerReference;
  votes?: {
    required: number;
    current: number;
    vote_window_ends_at: string;
    vote_target_object_key: string;
  };
}

/** Action of the platform because of a transition, in the same commit. Has no effect on the mode's state. */
export type Effect =
  | { type: 'turn_started'; agent_id: string; turn_id: string; expires_at: string }
  | { type: 'proposal_decided'; decision: ProposalDecision }
  | { type: 'topic_closed' };

/** Verdict of a mode. A verdict read from a ledger may have any string as its reason: `Verdict`. */
export type ModeVerdict =
  | { outcome: 'accepted'; reason?: never; explanation?: never }
  | { outcome: 'ruled_out' | 'rejected'; reason: ReasonOf<'mode'>; explanation?: string };

export interface Transition<State> {
  state: State;
  verdict: ModeVerdict;
  effects: Effect[];
  /** Records to store under these keys, for a later `records` fact. Stored only with an accepted input. */
  records?: Record<string, JsonObject>;
}

/** Ids at which an agent may write now, or the reason for a denial. `not_after` limits the ticket if the mode has a deadline. */
export type Writable =
  | { ids: { id: string; not_after?: string }[] }
  | { denied: ModeDenialCode; message: string };

/** Subject of `facts`: an input to judge, or the question which ids an agent may write now. */
type FactQuestion = { input: ModeInput } | { write: 'message' | 'request'; author: AuthorFacts };

/** Input that the platform must add next; each produces one `reveal` input. */
export type Owed = { reveal: Place } | { reveal_secret: true };

/**
 * `awaited`: the platform writes and certifies a summary at once, and adds a `hand_in` with its hash. `reviewed`: a summary was
 * handed in and voted on, so no other is written at the end.
 */
export type SummaryPart = 'awaited' | 'reviewed';

/** Fields that the state of every mode has. */
export interface CommonState {
  status: 'open' | 'closed';
}

/**
 * Interaction mode: a record of pure functions over plain values. `apply` is total: any input in any state
 * gives a verdict, never an exception, even if a fact is missing. A change of behaviour is a new version next
 * to the old one.
 */
export interface Mode<Rules extends object = object, State extends CommonState = CommonState> {
  name: string;
  version: number;
  /** Strict: an unknown or bad rule is refused when the topic is created. Fills in defaults. */
  rulesSchema: z.ZodType<Rules>;
  stateSchema: z.ZodType<State>;
  /** Returns the position of one message for pages, from the states around it. */
  readLine(line: Line<State>): LineStage;
  /** True if submissions stay sealed for a while: readers never get access to `messages/` and `requests/` of such a topic. */
  sealed?: boolean;
  /** Returns the facts needed to start at this moment. A topic whose facts cannot be found is not created. */
  startFacts?(rules: Rules, now: string): FactRequest[];
  start(rules: Rules, context: ModeContext): State;
  /**
   * Returns the facts needed for an answer. Called again with the facts so far until it requests no new ones, at most three times;
   * a repeated request is answered once.
   */
  facts?(state: State, question: FactQuestion, rules: Rules, context: ModeContext): FactRequest[];
  apply(state: State, input: ModeInput, rules: Rules, context: ModeContext): Transition<State>;
  /** Returns true if an object at this place stays sealed: it is then judged as a `sealed` input. */
  seals?(state: State, place: Place, requestType: string | undefined): boolean;
  /** Returns the input due from the platform in this state; called after every transition. */
  owed?(state: State): Owed | undefined;
  /** Returns the role of the platform's summary in the topic. Called after every transition; absent for modes without a summary. */
  summary?(state: State): SummaryPart | undefined;
  /**
   * Returns replacements for an agent's words in stored records, by key, when the object at this place is erased. A mode without
   * this function stores no words.
   */
  wordless?(place: Place): Record<string, JsonObject>;
  /** Time of the next `deadline` input, RFC 3339; undefined while there is none. */
  deadline(state: State): string | undefined;
  /** True if a turn continues after its message until the speaker sends `turn_done`. */
  endsWithTurnDone?: boolean;
  /**
   * Returns the holder of the turn: null while there is none, undefined without turns. By default read from the
   * usual fields of the state.
   */
  turn?(state: State): CurrentTurn | null | undefined;
  /**
   * Returns the `meta` of a message at this place: its turn, round or role. An SDK writes it for its agent. Undefined if the place
   * does not match this state. Messages of a mode without this function have no `meta`.
   */
  messageMeta?(state: State, place: MessagePlace): JsonObject | undefined;
  writableMessages(state: State, author: AuthorFacts, rules: Rules, context: ModeContext): Writable;
  writableRequests(state: State, author: AuthorFacts, rules: Rules, context: ModeContext): Writable;
}

/** Mode with its own types hidden, as the registry returns it. */
export interface AnyMode {
  name: string;
  version: number;
  sealed: boolean;
  /** JSON Schema 2020-12 of the accepted rules, with their defaults. */
  rulesJsonSchema(): Record<string, unknown>;
  /** Returns the effective rules including defaults, or the first problem with its path. */
  parseRules(rules: unknown): { rules: JsonObject } | { path: string; problem: string };
  parseState(state: unknown): boolean;
  readLine(line: Line<JsonObject>): LineStage;
  startFacts(rules: JsonObject, now: string): FactRequest[];
  start(rules: JsonObject, context: ModeContext): JsonObject;
  facts(state: JsonObject, question: FactQuestion, rules: JsonObject, context: ModeContext): FactRequest[];
  apply(state: JsonObject, input: ModeInput, rules: JsonObject, context: ModeContext): Transition<JsonObject>;
  seals(state: JsonObject, place: Place, requestType: string | undefined): boolean;
  owed(state: JsonObject): Owed | undefined;
  summary(state: JsonObject): SummaryPart | undefined;
  wordless(place: Place): Record<string, JsonObject>;
  deadline(state: JsonObject): string | undefined;
  endsWithTurnDone: boolean;
  turn(state: JsonObject): CurrentTurn | null | undefined;
  isOpen(state: JsonObject): boolean;
  messageMeta(state: JsonObject, place: MessagePlace): JsonObject | undefined;
  writableMessages(state: JsonObject, author: AuthorFacts, rules: JsonObject, context: ModeContext): Writable;
  writableRequests(state: JsonObject, author: AuthorFacts, rules: JsonObject, context: ModeContext): Writable;
}
