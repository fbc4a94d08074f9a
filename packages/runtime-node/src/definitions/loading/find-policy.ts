import { foldName, type PolicySpec } from '@agent-home/definition';
import type { LoadedDefinitions } from './load-definitions.ts';
import type { LoadedAgent, LoadedSpec } from './loaded-agent.ts';

type Bound = Pick<LoadedAgent, 'origin' | 'policies'>;

/**
 * The policy that an agent means by a name: its folder’s, then its project’s, then the global one. A project’s binds no agent
 * that is global: whoever wrote the project would loosen what that agent is bound by. One that was refused keeps its name, so
 * that no other quietly takes its place.
 */
export function findPolicy(
  { origin, policies: own }: Bound,
  { policies: shared }: Pick<LoadedDefinitions, 'policies'>,
  name: string,
): LoadedSpec<PolicySpec> | undefined {
  const inReach = [...own, ...shared.filter(({ scope }) => scope === 'global' || origin.scope === 'project')];
  return inReach.find(
    ({ name: file, spec }) => spec?.metadata.name === name || foldName(file) === foldName(name),
  );
}
