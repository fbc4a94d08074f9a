import type { InheritedRules, Tokens } from '../policy/index.ts';
import type { ChatMessage, RunLeg, SessionValue } from '../run-log/index.ts';
import type { LayeredMap } from './layered-map.ts';

/** What an agent has said in a session: what a leg of it begins with. */
export interface AgentContext {
  readonly messages: readonly ChatMessage[];
  readonly tainted: boolean;
  readonly remembered: readonly SessionValue[];
}

/** What legs that have ended came to, together. */
export interface LegsUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly toolCalls: number;
  readonly rounds: number;
  /** True if tokens of at least one response are an estimate. */
  readonly isEstimated: boolean;
  /** Money; undefined once a model had no price. */
  readonly cost: number | undefined;
  /** With what may have been used without anybody hearing of it. */
  readonly spent: Tokens;
  readonly spentCost: number | undefined;
}

/** Legs of a run: one for each agent in it, with an intent and a context of its own. */
export interface LegsState {
  /** Of the leg that is at work; 0 is the one that `run.started` began. */
  readonly number: number;
  /** Handoffs that led to it. */
  readonly depth: number;
  /** Whom denies are inherited from, the first first. */
  readonly chain: readonly InheritedRules[];
  readonly ended: LegsUsage;
  /** By agent, of legs that have ended. */
  readonly contexts: LayeredMap<AgentContext>;
  /** What was pinned of an agent when its first leg began, and in which record. */
  readonly pinned: LayeredMap<{ readonly seq: number; readonly leg: RunLeg }>;
}

export const noUsage: LegsUsage = {
  inputTokens: 0,
  outputTokens: 0,
  toolCalls: 0,
  rounds: 0,
  cost: 0,
  isEstimated: false,
  spent: { input: 0, output: 0 },
  spentCost: 0,
};
