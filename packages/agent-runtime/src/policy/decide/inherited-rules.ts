import type { NameTable } from '../../definition/index.ts';
import type { CompiledPolicy } from '../policies/compiled-policy.ts';
import { listOpinion } from './list-opinion.ts';
import type { Opinion } from './strongest.ts';

/**
 * Rules that an agent inherits from earlier agents of a handoff chain (spec agent-handoffs "Denies and limits along the chain").
 * Denies are inherited, permissions are not; otherwise an agent could bypass its deny list with a handoff.
 */
export interface InheritedRules {
  agent: string;
  /** Id of its certified identity; empty if there is none. */
  agentId: string;
  deny: readonly string[];
  /** Policies only narrow, so they are inherited unchanged. */
  policies: readonly CompiledPolicy[];
  /** True for rules from the time of a resumption, in addition to the original ones. */
  present?: true;
}

/** The first deny list of the chain that has the tool. */
export function inheritedDeny(
  inherited: readonly InheritedRules[],
  names: NameTable,
  tool: string,
): Opinion | undefined {
  for (const { agent, deny, present } of inherited) {
    const { rule, code } = listOpinion({ deny }, names, tool);
    if (rule.effect === 'deny' && code)
      return { rule: { ...rule, agent, ...(present ? { present } : {}) }, code };
  }
  return undefined;
}
