import type { InheritedRules, Tokens } from '../policy/index.ts';
import type { ChatMessage, RunLeg, SessionValue } from '../run-log/index.ts';
import type { LayeredMap } from './layered-map.ts';

/** Messages of an agent in a session, with which its next leg begins. */
export interface AgentContext {
  readonly messages: readonly ChatMessage[];
  readonly tainted: boolean;
  readonly remembered: readonly SessionValue[];
}

/** Usage of all legs that have ended. */
export interface LegsUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly toolCalls: number;
  readonly rounds: number;
  /** True if tokens of at least one response are an estimate. */
  readonly isEstimated: boolean;
  /** Cost; undefined once a model had no price. */
  readonly cost: number | undefined;
  /** Includes usage that was possibly incurred but never reported. */
  readonly spent: Tokens;
  readonly spentCost: number | undefined;
}

/** Legs of a run: one for each agent in it, with an intent and a context of its own. */
export interface LegsState {
  /** Number of the active leg; `run.started` began leg 0. */
  readonly number: number;
  /** Number of handoffs that led to the active leg. */
  readonly depth: number;
  /** Agents whose denies are inherited, first agent first. */
  readonly chain: readonly InheritedRules[];
  readonly ended: LegsUsage;
  /** Contexts of ended legs, by agent. */
  readonly contexts: LayeredMap<AgentContext>;
  /** Settings pinned for an agent when its first leg began, and the record with them. */
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
