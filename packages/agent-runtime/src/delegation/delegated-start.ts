import { legUsage } from '../budgets/leg-usage.ts';
import { chainWith } from '../legs/begin-leg.ts';
import { pinInherited } from '../legs/parent-rules.ts';
import type { InheritedRules } from '../policy/index.ts';
import type { RunLimits, RunStarted } from '../run-log/index.ts';
import type { LegsUsage } from '../state/legs-state.ts';
import type { RunState } from '../state/run-state.ts';
import { delegatedLimits } from './delegated-usage.ts';

/** Part of a run that delegates: an agent at work, or a workflow between its agents. */
interface Delegating {
  agent: string;
  limits: RunLimits;
  used: LegsUsage;
  chain: readonly InheritedRules[];
}

/** Returns the part of a run that delegates now. */
function findDelegating(state: RunState): Delegating {
  const { graph, first, started, legs } = state;
  return graph && !graph.isAtWork
    ? { agent: first.agent, limits: first.limits, used: legs.ended, chain: graph.bound }
    : { agent: started.agent, limits: started.limits, used: legUsage(state), chain: chainWith(state) };
}

/** Returns the agent that delegates now. */
export function delegatingAgent(state: RunState): string {
  return findDelegating(state).agent;
}

/**
 * Returns the first record of a delegated run: denies, policies and the rest of the limits of the delegating run hold in it, and its
 * approvals are those of the delegating run. Permissions are not inherited.
 * @param own first record of the agent as if it ran alone
 * @param state of the delegating run, with its call or node in progress
 */
export function delegatedStart(
  own: RunStarted,
  state: RunState,
  { callId, shares, leftMs }: { callId: string; shares: number; leftMs: number },
): RunStarted {
  const { agent, limits, used, chain } = findDelegating(state);
  return {
    ...own,
    limits: delegatedLimits(own.limits, { limits, used, shares, leftMs }),
    operator: operatorOf(state),
    parent: {
      run_id: state.first.run_id,
      tool_call_id: callId,
      agent,
      depth: (state.first.parent?.depth ?? 0) + 1,
      inherited: pinInherited([...chain, ...boundAbove(state)]),
    },
  };
}

/** Returns the certified policies of the delegating run as rules that the delegated run inherits. */
function boundAbove({ bound }: RunState): InheritedRules[] {
  if (!bound) return [];
  const { agentId, policies } = bound;
  return [{ agent: agentId, agentId, deny: [], policies }];
}

/** Returns true if the cost of what a run delegates is limited, so that its models need a price. */
export function isCostLimited(state: RunState): boolean {
  return findDelegating(state).limits.max_cost !== undefined;
}

/** Returns the operator's rules that hold for a run now: the stricter of those at its start and at its last resumption. */
function operatorOf({ first, present }: RunState): RunStarted['operator'] {
  const { operator } = first;
  if (!present) return operator;
  const both = (pinned: readonly string[], now: readonly string[]) =>
    pinned.filter((entry) => now.includes(entry));
  return {
    ...operator,
    auto_approve: both(operator.auto_approve, present.operator.auto_approve),
    unlocked: both(operator.unlocked, present.operator.unlocked),
  };
}
