import type { ToolSpec } from '@agent-home/agent-runtime/definition';
import type { LoadedDefinitions } from './load-definitions.ts';
import type { LoadedAgent } from './loaded-agent.ts';
import { registeredTools } from './registered-specs.ts';

/**
 * Returns the specs of tools, those of the agent's own folder first. A tool that the operator binds for every project keeps the
 * operator's spec. Otherwise a project could declare that it has no side effects and avoid approvals.
 */
export function toToolSpecs(agent: LoadedAgent | undefined, loaded: LoadedDefinitions): ToolSpec[] {
  const described = [...(agent?.tools ?? []), ...loaded.tools]
    .filter(({ name, scope }) => scope === 'global' || !loaded.boundGlobally.has(name))
    .flatMap(({ spec }) => spec ?? []);
  return [...described, ...registeredTools(loaded, described)];
}
