import { compilePolicy, type InheritedRules } from '../policy/index.ts';
import type { PinnedPolicy, RulesAbove, RunStarted } from '../run-log/index.ts';

/** Returns the rules that a delegated run inherits; empty for a run without a parent. */
export function inheritedFromParent({ parent }: Pick<RunStarted, 'parent'>): InheritedRules[] {
  return (parent?.inherited ?? []).map(({ agent, agent_id, deny, policies, present }) => ({
    agent,
    agentId: agent_id,
    deny,
    policies: policies.map((policy) => compilePolicy(policy as PinnedPolicy)),
    ...(present === undefined ? {} : { present }),
  }));
}

/** Returns a chain of rules as a delegated run pins it. */
export function pinInherited(chain: readonly InheritedRules[]): RulesAbove[] {
  return chain.map(({ agent, agentId, deny, policies, present }) => ({
    agent,
    agent_id: agentId,
    deny: [...deny],
    policies: policies.map(({ name, version, sha256, spec }) => ({ name, version, sha256, spec })),
    ...(present === undefined ? {} : { present }),
  }));
}
