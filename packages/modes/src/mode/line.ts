import type { LedgerInputType, TopicMessage } from '@agent-home/protocol';
import type { Facts } from './facts.ts';

/** Where a line stands in its mode, told by the states around it: what a page needs to lay it out. */
export interface LineStage {
  /** Of a debate. */
  side?: string;
  round?: number;
  phase?: string;
  /** `lead` or `support`; the role of a collaboration; a slot. */
  role?: string;
  slot?: string;
  /** The idiom, whether it joined the chain, and what it had to start with. */
  idiom?: { text: string; expected: string | null; isLinked: boolean };
  /** Who got the baton because of this. */
  baton?: { to: string; from: string | null };
  /** The turn or beat that the line was for. */
  turn?: string;
  /** `agent/message` of itself and of what it replies to. */
  path?: string;
  parent?: string;
  /** When what is sealed will be opened. */
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
  /** Of the facts that the verdict was made from. */
  context: { author?: { card_version: number }; facts?: Facts };
  /** For the first entry, which made the state, the same as after it. */
  before: State;
  after: State;
}

/** What a mode tells of one of its lines. */
export type ReadLine<State> = (line: Line<State>) => LineStage;
