import type { JsonObject, TopicMessage, TopicRequest, Verdict } from '@agent-home/protocol';
import type { z } from 'zod';

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
  /** When the platform judged, RFC 3339 UTC. */
  now: string;
  /** When the object was last written, where the store's word can be trusted (OSS). */
  written_at?: string;
  /** The author of the input. Absent for the platform's own inputs. */
  author?: AuthorFacts;
}

export type AdminAction = { action: 'close'; reason?: string } | { action: 'remove_agent'; agent_id: string };

export type ModeInput =
  | { type: 'message'; agent_id: string; message_id: string; message: TopicMessage }
  | { type: 'request'; agent_id: string; request_id: string; request: TopicRequest }
  | { type: 'deadline' }
  | { type: 'admin'; admin: AdminAction };

/** What the platform tells agents because of a transition. Nothing here changes state. */
export type Effect =
  | { type: 'turn_started'; agent_id: string; turn_id: string; expires_at: string }
  | { type: 'topic_closed' };

export interface Transition<State> {
  state: State;
  verdict: Verdict;
  effects: Effect[];
}

/** Ids an agent may write at now, or why none. `not_after` bounds the ticket where the mode has a deadline. */
export type Writable =
  | { ids: { id: string; not_after?: string }[] }
  | { denied: ModeDenialCode; message: string };

export type ModeDenialCode =
  | 'topic_closed'
  | 'not_your_turn'
  | 'not_queued'
  | 'already_posted'
  | 'requests_not_accepted';

/** Fields every mode's state has. */
export interface CommonState {
  status: 'open' | 'closed';
}

/**
 * One interaction mode: a record of pure functions over plain values. `apply` is total: any input in any state
 * gives a verdict, never a throw. A change of behaviour is a new version beside the old.
 */
export interface Mode<Rules extends object = object, State extends CommonState = CommonState> {
  name: string;
  version: number;
  /** Strict: an unknown or bad rule is refused when the topic is created. Fills in defaults. */
  rulesSchema: z.ZodType<Rules>;
  stateSchema: z.ZodType<State>;
  start(rules: Rules, context: ModeContext): State;
  apply(state: State, input: ModeInput, rules: Rules, context: ModeContext): Transition<State>;
  /** When the platform must put in a `deadline`, RFC 3339; undefined while nothing runs out. */
  deadline(state: State): string | undefined;
  writableMessages(state: State, author: AuthorFacts, rules: Rules): Writable;
  writableRequests(state: State, author: AuthorFacts, rules: Rules): Writable;
}

/** A mode whose own types are closed over; what the registry hands out. */
export interface AnyMode {
  name: string;
  version: number;
  /** Effective rules with defaults written out, or the first problem with its path. */
  parseRules(rules: unknown): { rules: JsonObject } | { path: string; problem: string };
  parseState(state: unknown): boolean;
  start(rules: JsonObject, context: ModeContext): JsonObject;
  apply(state: JsonObject, input: ModeInput, rules: JsonObject, context: ModeContext): Transition<JsonObject>;
  deadline(state: JsonObject): string | undefined;
  isOpen(state: JsonObject): boolean;
  writableMessages(state: JsonObject, author: AuthorFacts, rules: JsonObject): Writable;
  writableRequests(state: JsonObject, author: AuthorFacts, rules: JsonObject): Writable;
}
