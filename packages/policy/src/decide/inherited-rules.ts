import type { NameTable } from '@agent-home/definition';
import type { CompiledPolicy } from '../policies/compiled-policy.ts';
import { listOpinion } from './list-opinion.ts';
import type { Opinion } from './strongest.ts';

/**
 * What binds an agent because it bound one before it in the chain of handoffs (RUNTIME.md, section 7). Denies go on and permissions
 * do not: whom a task is handed to may do what its own lists say, and nothing that an earlier agent was forbidden. Without that
 * an agent would get round its deny list by handing over.
 */
export interface InheritedRules {
  agent: string;
  /** Of its certified identity; empty where there is none. */
  agentId: string;
  deny: readonly string[];
  /** They narrow, so that they go on whole. */
  policies: readonly CompiledPolicy[];
}

/** The first deny list of the chain that has the tool. */
export function inheritedDeny(
  inherited: readonly InheritedRules[],
  names: NameTable,
  tool: string,
): Opinion | undefined {
  for (const { agent, deny } of inherited) {
    const { rule, code } = listOpinion({ deny }, names, tool);
    if (rule.effect === 'deny' && code) return { rule: { ...rule, agent }, code };
  }
  return undefined;
}
