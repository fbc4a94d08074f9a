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
  /** The idiom, whether it joined the chain, and what it had to start with. */
  idiom?: { text: string; expected: string | null; isLinked: boolean };
  /** Passing of the baton that it caused. */
  baton?: { to: string; from: string | null };
  /** The turn or beat that the line was for. */
  turn?: string;
  /** `agent/message` of itself and of what it replies to. */
  path?: string;
  parent?: string;
  /** Time at which the sealed text will be opened. */
  sealedUntil?: string;
  /** The day a check-in counts for, YYYYMMDD. */
  day?: string;
  /** Place in the cast, from 1. */
  place?: number;
  /** The card an introduction goes with. */
  cardVersion?: number;
  /** This input ended the topic, and why. */
  ended?: string;
}

/** One entry of a ledger that was replayed, with the states around it. */
export interface Line<State> {
  input: LedgerInputType;
  agentId: string | undefined;
  /** Its words where they are a message, also one that a reveal opens. */
  message: TopicMessage | undefined;
  /** Facts that the verdict was computed from. */
  context: { author?: { card_version: number }; facts?: Facts };
  /** For the first entry, which made the state, the same as after it. */
  before: State;
  after: State;
}

/** Computes the position of a message. */
export type ReadLine<State> = (line: Line<State>) => LineStage;
