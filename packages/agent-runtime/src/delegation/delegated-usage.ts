import { addUsage, legUsage, usageRecord } from '../budgets/leg-usage.ts';
import { remainingLimits } from '../budgets/limits.ts';
import type { RunLimits, RunUsage } from '../run-log/index.ts';
import { type LegsUsage, noUsage } from '../state/legs-state.ts';
import type { RunState } from '../state/run-state.ts';

/** Charges the leg at work for the runs that a call of it delegated. Rounds are not charged: each run has its own. */
export function chargeDelegated(state: RunState, usage: RunUsage): RunState {
  return { ...state, delegated: addUsage(state.delegated, toCharged(usage)) };
}

/** Returns the usage of delegated runs as legs count it, without rounds. */
export function toCharged(usage: RunUsage): LegsUsage {
  const { input_tokens: input, output_tokens: output, tool_calls: toolCalls, cost, estimated } = usage;
  return {
    inputTokens: input,
    outputTokens: output,
    toolCalls,
    rounds: 0,
    isEstimated: estimated === true,
    cost,
    spent: { input, output },
    spentCost: cost,
  };
}

/** Returns the usage of an ended run with what may have been incurred without a report, as its parent is charged. */
export function chargedUsage(state: RunState): RunUsage {
  const { spent, spentCost, ...used } = addUsage(
    state.legs.ended,
    isAtWork(state) ? legUsage(state) : noUsage,
  );
  return usageRecord({
    ...used,
    inputTokens: spent.input,
    outputTokens: spent.output,
    cost: spentCost,
    spent,
    spentCost,
  });
}

/** Returns the sum of the usage of several runs; without a cost if one of them has none. */
export function sumUsage(usages: readonly RunUsage[]): RunUsage {
  const sum = (get: (usage: RunUsage) => number) => usages.reduce((total, usage) => total + get(usage), 0);
  const costs = usages.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  return {
    input_tokens: sum((usage) => usage.input_tokens),
    output_tokens: sum((usage) => usage.output_tokens),
    tool_calls: sum((usage) => usage.tool_calls),
    rounds: sum((usage) => usage.rounds),
    ...(costs.length < usages.length ? {} : { cost: costs.reduce((total, cost) => total + cost, 0) }),
    ...(usages.some(({ estimated }) => estimated) ? { estimated: true as const } : {}),
  };
}

/**
 * Returns the limits of a delegated run: those of its agent, and an equal share of what is left of the delegating one's, so that runs
 * at the same time never use more together than it may use alone.
 * @param own limits of the agent
 * @param leftMs time that the delegating run has left
 */
export function delegatedLimits(
  own: RunLimits,
  { limits, used, shares, leftMs }: { limits: RunLimits; used: LegsUsage; shares: number; leftMs: number },
): RunLimits {
  const left = remainingLimits(limits, { inherited: limits, used, rounds: false });
  const share = (total: number) => Math.floor(total / shares);
  const { max_tokens, max_total_tokens, max_cost, max_tool_calls } = left;
  const inherited: RunLimits = {
    ...left,
    max_tokens: share(max_tokens),
    ...(max_total_tokens === undefined ? {} : { max_total_tokens: share(max_total_tokens) }),
    max_tool_calls: share(max_tool_calls),
    timeout_ms: Math.max(1, Math.floor(leftMs)),
    ...(max_cost === undefined ? {} : { max_cost: max_cost / shares }),
  };
  return remainingLimits(own, { inherited, used: noUsage, rounds: false });
}

/** Returns true if an agent is at work; between the nodes of a graph there is none, and its usage is among the ended. */
function isAtWork({ graph }: RunState): boolean {
  return graph?.isAtWork ?? true;
}
