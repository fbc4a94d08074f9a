import { tokenLimits, tokenMembers } from '../budgets/limits.ts';
import { compiledPolicies, rulesOfLeg } from '../legs/start-leg.ts';
import type { InheritedRules } from '../policy/index.ts';
import type { PresentRules, RunLimits } from '../run-log/index.ts';
import { LayeredMap } from '../state/layered-map.ts';
import type { RunState } from '../state/run-state.ts';

/**
 * Narrows a run to the stricter of its original rules and the rules at the resumption (ADR 0042): for the active agent, for earlier
 * agents of the chain, and for every agent that joins later.
 */
export function narrowToPresentRules(state: RunState, present: PresentRules): RunState {
  const { graph } = state;
  const started = { ...state.started, limits: limitsNow(state.started, present) };
  const chain = chainNow(state.legs.chain, present);
  const pinned = LayeredMap.of(
    [...state.legs.pinned].map(([agent, { seq, leg }]) => {
      const limits = limitsNow(leg, present);
      return [agent, { seq, leg: { ...leg, limits } }] as const;
    }),
  );
  return {
    ...state,
    first: { ...state.first, limits: limitsNow(state.first, present) },
    started,
    legs: { ...state.legs, chain, pinned },
    ...rulesOfLeg(started, chain, { present, bound: state.bound }),
    ...(graph === undefined ? {} : { graph: { ...graph, bound: chainNow(graph.bound, present) } }),
  };
}

/** Adds the present denies and policies of each agent of a chain, in place of those of an earlier resumption. */
function chainNow(chain: readonly InheritedRules[], { agents }: PresentRules): InheritedRules[] {
  return chain
    .filter(({ present }) => present === undefined)
    .flatMap((begun) => {
      const now = agents.find(({ agent }) => agent === begun.agent);
      if (!now) return [begun];
      const { agent, agentId } = begun;
      const policies = compiledPolicies(now);
      return [begun, { agent, agentId, deny: now.lists.deny, policies, present: true as const }];
    });
}

function limitsNow(
  { agent, limits }: { agent: string; limits: RunLimits },
  { agents }: PresentRules,
): RunLimits {
  const now = agents.find((each) => each.agent === agent)?.limits;
  if (!now) return limits;
  const costs = [limits.max_cost, now.max_cost].filter((cost) => cost !== undefined);
  const [pinned, present] = [tokenLimits(limits), tokenLimits(now)];
  const tokens = {
    generated: Math.min(pinned.generated, present.generated),
    total: Math.min(pinned.total, present.total),
  };
  return {
    ...tokenMembers(tokens, limits.counts),
    max_tool_calls: Math.min(limits.max_tool_calls, now.max_tool_calls),
    timeout_ms: Math.min(limits.timeout_ms, now.timeout_ms),
    max_rounds: Math.min(limits.max_rounds, now.max_rounds),
    ...(costs.length === 0 ? {} : { max_cost: Math.min(...costs) }),
    ...(limits.set_by === undefined ? {} : { set_by: limits.set_by }),
  };
}
