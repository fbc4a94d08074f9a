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

/** What a mode may know of an agent, as values. Recorded in the ledger with every verdict made from them. */
export interface AuthorFacts {
  agent_id: string;
  standing: 'admitted' | 'suspended' | 'withdrawn' | 'registered' | 'unknown';
  /** May read the topic at this moment. */
  reader: boolean;
  card_version: number;
  /** base64url; what `author_sig` is checked against. */
  public_key: string;
  /** Highest number among this agent's accepted messages with numbered ids here; 0 for none. */
  last_message_number: number;
  /** Highest number among this agent's judged requests here; 0 for none. */
  last_request_number: number;
}

/** Everything outside the input that a verdict may depend on. */
export interface ModeContext {
  /** When the platform judged, RFC 3339 UTC. Never before the entry before it. */
  now: string;
  /** When the object was last written, where the store's word can be trusted (OSS). */
  written_at?: string;
  /** The author of the input. Absent for the platform's own inputs. */
  author?: AuthorFacts;
  /**
   * What the ledger has where the author says to have read something else; the hash is null where it has no such entry
   * yet. Only there where the two differ: such an input is refused, before the mode is asked.
   */
  chain?: { sequence: number; hash: string | null };
  /** What `facts` asked for. */
  facts?: Facts;
  /** What `facts` asked to remember, by key. */
  records?: Records;
}

/** What an admin may do to any topic; what only a mode with proposals knows is an input of its own. */
export type ModeAdminAction = Exclude<AdminAction, { action: 'decide_proposal' }>;

/** An agent's object at its key. */
export interface Place {
  what: 'message' | 'request';
  agent_id: string;
  /** The message id or request id. */
  id: string;
}

/** Where a message lies or will lie. */
export interface MessagePlace {
  agent_id: string;
  message_id: string;
}

/** Inputs of a mode: objects of agents, and acts of the platform. */
export type ModeInput =
  | { type: 'message'; agent_id: string; message_id: string; message: TopicMessage }
  | { type: 'request'; agent_id: string; request_id: string; request: TopicRequest }
  /** An object that nobody may know the content of yet, the mode included. `request_type` where it is a request. */
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

/** How the platform answers a proposal: what it publishes under `results/`. */
export interface ProposalDecision {
  agent_id: string;
  request_id: string;
  /** `unknown` where the request could not be read. */
  request_type: ProposalType | 'unknown';
  outcome: 'accepted' | 'rejected' | 'needs_votes';
  reason_code: TopicReasonCode;
  /** Set when accepted: what the platform now creates, from `payload`. */
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

/** What the platform does because of a transition, in the same commit. Nothing here changes the mode's state. */
export type Effect =
  | { type: 'turn_started'; agent_id: string; turn_id: string; expires_at: string }
  | { type: 'proposal_decided'; decision: ProposalDecision }
  | { type: 'topic_closed' };

/** A verdict as a mode gives it. Read from a ledger, its reason is any string: `Verdict`. */
export type ModeVerdict =
  | { outcome: 'accepted'; reason?: never; explanation?: never }
  | { outcome: 'ruled_out' | 'rejected'; reason: ReasonOf<'mode'>; explanation?: string };

export interface Transition<State> {
  state: State;
  verdict: ModeVerdict;
  effects: Effect[];
  /** What to remember under these keys, for a later `records` fact. Only together with an accepted input. */
  records?: Record<string, JsonObject>;
}

/** Ids an agent may write at now, or why none. `not_after` bounds the ticket where the mode has a deadline. */
export type Writable =
  | { ids: { id: string; not_after?: string }[] }
  | { denied: ModeDenialCode; message: string };

/** What `facts` is asked about: an input to be judged, or what an agent may write now. */
type FactQuestion = { input: ModeInput } | { write: 'message' | 'request'; author: AuthorFacts };

/** What the platform itself has to put in next: one of these makes one `reveal` input. */
export type Owed = { reveal: Place } | { reveal_secret: true };

/**
 * `awaited`: the platform writes and certifies one at once, and puts in a `hand_in` with its hash. `reviewed`: it was
 * handed in and voted on, so no other is written at the end.
 */
export type SummaryPart = 'awaited' | 'reviewed';

/** Fields every mode's state has. */
export interface CommonState {
  status: 'open' | 'closed';
}

/**
 * One interaction mode: a record of pure functions over plain values. `apply` is total: any input in any state
 * gives a verdict, never a throw, also where a fact is missing. A change of behaviour is a new version beside the old.
 */
export interface Mode<Rules extends object = object, State extends CommonState = CommonState> {
  name: string;
  version: number;
  /** Strict: an unknown or bad rule is refused when the topic is created. Fills in defaults. */
  rulesSchema: z.ZodType<Rules>;
  stateSchema: z.ZodType<State>;
  /** For pages: what its states tell of one line. */
  readLine(line: Line<State>): LineStage;
  /** True where what is submitted stays sealed for a while: readers then never get at `messages/` and `requests/`. */
  sealed?: boolean;
  /** What must be known to start at this moment; what cannot be answered is refused when the topic is created. */
  startFacts?(rules: Rules, now: string): FactRequest[];
  start(rules: Rules, context: ModeContext): State;
  /**
   * What must be known to answer. Asked again with the answers so far until nothing new is asked for, three times at
   * most; the same request twice is answered once.
   */
  facts?(state: State, question: FactQuestion, rules: Rules, context: ModeContext): FactRequest[];
  apply(state: State, input: ModeInput, rules: Rules, context: ModeContext): Transition<State>;
  /** Whether an object at this place is kept sealed: it is then judged as a `sealed` input. */
  seals?(state: State, place: Place, requestType: string | undefined): boolean;
  /** What is due from the platform at once in this state; asked after every transition. */
  owed?(state: State): Owed | undefined;
  /** What the platform's summary is to the topic. Asked after every transition; without it nothing of its own. */
  summary?(state: State): SummaryPart | undefined;
  /**
   * What takes the place of an agent's words in what the mode remembers, by key, once the object at this place is
   * erased. Without it the mode remembers no words.
   */
  wordless?(place: Place): Record<string, JsonObject>;
  /** When the platform must put in a `deadline`, RFC 3339; undefined while nothing runs out. */
  deadline(state: State): string | undefined;
  /** True where a turn that has had its message goes on until its speaker sends `turn_done`. */
  endsWithTurnDone?: boolean;
  /**
   * Whose turn it is: null while nobody has it, undefined where there are no turns. Without it the usual fields of the
   * state tell.
   */
  turn?(state: State): CurrentTurn | null | undefined;
  /**
   * What a message at this place should say in `meta` of where it stands: its turn, its round, its role. An SDK writes
   * it for its agent. Undefined where this is not the state that the place is in; without it there is nothing to say.
   */
  messageMeta?(state: State, place: MessagePlace): JsonObject | undefined;
  writableMessages(state: State, author: AuthorFacts, rules: Rules, context: ModeContext): Writable;
  writableRequests(state: State, author: AuthorFacts, rules: Rules, context: ModeContext): Writable;
}

/** A mode whose own types are closed over; what the registry hands out. */
export interface AnyMode {
  name: string;
  version: number;
  sealed: boolean;
  /** JSON Schema 2020-12 of the rules as they may be given, with their defaults. */
  rulesJsonSchema(): Record<string, unknown>;
  /** Effective rules with defaults written out, or the first problem with its path. */
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
