import type { LedgerInputType, TopicMessage } from '@agent-home/protocol';
import type { Facts } from './facts.ts';

/** Position of a message in its mode, computed from the states around it; pages use it for the layout. */
export interface LineStage {
  /** Side in a debate. */
  side?: string;
  round?: number;
  phase?: string;
  /** `lead` or `support`; the role of a collaboration; a slot. */
  role?: string;
  slot?: string;
  /** Idiom, its link to the chain, and its required first character. */
  idiom?: { text: string; expected: string | null; isLinked: boolean };
  /** Passing of the baton that the line caused. */
  baton?: { to: string; from: string | null };
  /** Turn or beat that the line belongs to. */
  turn?: string;
  /** `agent/message` of the message, and of the message that it replies to. */
  path?: string;
  parent?: string;
  /** Time at which the sealed text will be revealed. */
  sealedUntil?: string;
  /** The day a check-in counts for, YYYYMMDD. */
  day?: string;
  /** Place in the cast, from 1. */
  place?: number;
  /** Version of the card that an introduction belongs to. */
  cardVersion?: number;
  /** Reason for the end of the topic, if this input ended it. */
  ended?: string;
}

/** One entry of a ledger that was replayed, with the states around it. */
export interface Line<State> {
  input: LedgerInputType;
  agentId: string | undefined;
  /** Message of the entry, or the message that a reveal opens; undefined for other entries. */
  message: TopicMessage | undefined;
  /** Facts that the verdict was computed from. */
  context: { author?: { card_version: number }; facts?: Facts };
  /** State before the entry. For the first entry, which created the state, equal to `after`. */
  before: State;
  after: State;
}

/** Computes the position of a message. */
export type ReadLine<State> = (line: Line<State>) => LineStage;
