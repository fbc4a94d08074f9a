import {
  foldName,
  type PolicySpec,
  parseSpecReference,
  type SpecReference,
} from '@agent-home/agent-runtime/definition';
import { RegistryError } from '../registry/registry-error.ts';
import type { SpecSource } from '../registry/spec-registry.ts';
import type { LoadedDefinitions } from './load-definitions.ts';
import type { LoadedAgent, LoadedSpec } from './loaded-agent.ts';

type Bound = Pick<LoadedAgent, 'origin' | 'policies'>;

/**
 * Returns the policy that an agent names: from its folder, its project, then the global folder; then the newest
 * release registered in the project, then globally. `NAME@VERSION` is always a registered version, since a file
 * can change. A project's policy never applies to a global agent: the project's author would loosen that
 * agent's rules. A refused policy keeps its name, so that no other one silently replaces it.
 */
export function findPolicy(
  { origin, policies: own }: Bound,
  { policies: shared, registries }: Pick<LoadedDefinitions, 'policies' | 'registries'>,
  reference: string,
): LoadedSpec<PolicySpec> | undefined {
  const scopes = origin.scope === 'project' ? (['project', 'global'] as const) : (['global'] as const);
  const { name, version } = parseSpecReference(reference);
  if (version === undefined) {
    const inReach = [...own, ...shared.filter(({ scope }) => scopes.some((each) => each === scope))];
    const found = inReach.find(
      ({ name: file, spec }) => spec?.metadata.name === name || foldName(file) === foldName(name),
    );
    if (found) return found;
  }
  for (const scope of scopes) {
    const found = registered(registries[scope], scope, { name, version });
    if (found) return found;
  }
  return undefined;
}

function registered(
  registry: SpecSource,
  scope: LoadedSpec<PolicySpec>['scope'],
  { name, version }: SpecReference,
): LoadedSpec<PolicySpec> | undefined {
  try {
    const { spec, path, content } = registry.get('Policy', name, version);
    return spec.kind === 'Policy'
      ? { path, scope, name, spec: spec.effective, content, problems: [] }
      : undefined;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    if (error.code === 'no_such_spec') return undefined;
    return { path: error.message, scope, name, spec: undefined, problems: [] };
  }
}
