import type { ToolSpec } from '@agent-home/agent-runtime/definition';
import type { LoadedDefinitions } from '../loading/load-definitions.ts';
import type { LoadedSpec } from '../loading/loaded-agent.ts';
import { registeredTools } from '../loading/registered-specs.ts';
import type { VerifiedSet } from '../registry/home-set.ts';
import { PinnedSpecs } from '../registry/pinned-specs.ts';

/**
 * Returns definitions that consist of a home's set and the settings of this machine. Agents and policies of files have no part in
 * it: the home's agent could otherwise hand over to them, and its policies could be replaced by looser ones of the same name.
 */
export function withHomeSet(
  loaded: LoadedDefinitions,
  set: VerifiedSet,
  isTrusted: boolean,
): LoadedDefinitions {
  const { agent, policies, tools } = set;
  const own = ownTools(loaded);
  const ofHome = homeTools(set, own);
  const used = new Set(ofHome.map(({ name }) => name));
  return {
    ...loaded,
    agents: [],
    policies: [],
    tools: [...own, ...ofHome],
    boundGlobally: new Set(),
    registries: { project: new PinnedSpecs([agent, ...policies]), global: new PinnedSpecs([]) },
    homeSet: { set, isTrusted, specs: [agent, ...policies, ...tools.filter(({ name }) => used.has(name))] },
    problems: [],
  };
}

/** Tools that this machine's user describes. An untrusted project describes none. */
function ownTools(loaded: LoadedDefinitions): LoadedSpec<ToolSpec>[] {
  const isTrusted = loaded.trust.state === 'trusted';
  const files = loaded.tools
    .filter(({ scope }) => scope === 'global' || isTrusted)
    .filter(({ name, scope }) => scope === 'global' || !loaded.boundGlobally.has(name));
  const described = files.flatMap(({ spec }) => spec ?? []);
  const registries = isTrusted ? loaded.registries : { ...loaded.registries, project: new PinnedSpecs([]) };
  const registered = registeredTools({ ...loaded, registries }, described).map(
    (spec): LoadedSpec<ToolSpec> => ({
      path: `registry/tool/${spec.metadata.name}`,
      scope: 'global',
      name: spec.metadata.name,
      spec,
      problems: [],
    }),
  );
  return [...files, ...registered];
}

/**
 * Tools that only the home describes. Its words may raise the risk of a program that the settings bind, but not lower it: a tool
 * that claims to have no side effects would avoid approvals, and one that claims to be repeatable would be repeated.
 */
function homeTools({ tools }: VerifiedSet, own: readonly LoadedSpec<ToolSpec>[]): LoadedSpec<ToolSpec>[] {
  const known = new Set(own.map(({ name, spec }) => spec?.metadata.name ?? name));
  return tools.flatMap(({ name, path, content, spec }) => {
    if (spec.kind !== 'Tool' || known.has(name)) return [];
    const narrowed = { ...spec.effective.spec, sideEffects: true, idempotent: false };
    const described = { ...spec.effective, spec: narrowed };
    return [{ path, scope: 'project', name, spec: described, content, problems: [] } as const];
  });
}
