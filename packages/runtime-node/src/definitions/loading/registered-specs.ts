import { isHomePrompt, parseSpecReference, type ToolSpec } from '@agent-home/agent-runtime/definition';
import { fileProblem } from '../folder/read-folder.ts';
import { RegistryError } from '../registry/registry-error.ts';
import type { RegisteredSpec, SpecKind } from '../registry/spec-registry.ts';
import type { LoadedDefinitions } from './load-definitions.ts';
import type { LoadedAgent } from './loaded-agent.ts';

const scopes = ['project', 'global'] as const;
type Scope = (typeof scopes)[number];
type Registries = Pick<LoadedDefinitions, 'registries'>;

/**
 * Returns the agent that is registered under `NAME@VERSION`, or the newest release of a name. The project's registry takes
 * precedence over the global one. An unreadable agent is returned too, so that one of the other scope does not silently replace it.
 */
export function registeredAgent({ registries }: Registries, reference: string): LoadedAgent | undefined {
  const { name, version } = parseSpecReference(reference);
  for (const scope of scopes) {
    const found = registered(registries, { kind: 'Agent', scope, name, version });
    if (found === undefined) continue;
    if (found instanceof RegistryError) return unreadAgent(name, scope, found);
    const agent = loadedFrom(found, scope);
    if (agent) return agent;
  }
  return undefined;
}

/**
 * Returns the registered specs of tools that the settings bind and no file describes: the newest release of each. Global bindings
 * use the operator's own spec.
 */
export function registeredTools(
  { registries, configured, boundGlobally }: LoadedDefinitions,
  known: readonly ToolSpec[],
): ToolSpec[] {
  const described = new Set(known.map(({ metadata }) => metadata.name));
  return Object.keys(configured.tools).flatMap((name) => {
    if (described.has(name)) return [];
    for (const scope of boundGlobally.has(name) ? (['global'] as const) : scopes) {
      const found = registered(registries, { kind: 'Tool', scope, name, version: undefined });
      if (found && !(found instanceof RegistryError) && found.spec.kind === 'Tool')
        return [found.spec.effective];
    }
    return [];
  });
}

/** Returns undefined if no version of the name is registered. */
function registered(
  registries: Registries['registries'],
  { kind, scope, name, version }: { kind: SpecKind; scope: Scope; name: string; version: string | undefined },
): RegisteredSpec | RegistryError | undefined {
  try {
    return registries[scope].get(kind, name, version);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return error.code === 'no_such_spec' ? undefined : error;
  }
}

function loadedFrom({ path, sha256, content, spec }: RegisteredSpec, scope: Scope): LoadedAgent | undefined {
  if (spec.kind !== 'Agent') return undefined;
  const { definition } = spec;
  const lacksPrompt = definition.systemPrompt === undefined && !isHomePrompt(definition.promptRef);
  // A prompt in a file of its own may change, but a registered version never does.
  const problems = lacksPrompt
    ? [fileProblem('prompt_missing', path, 'a registered AgentSpec has no prompt: register a Markdown agent')]
    : [];
  return {
    name: definition.name,
    origin: { path, scope, codec: path.endsWith('.md') ? 'markdown' : 'agent-spec', sha256 },
    content,
    definition,
    draft: definition,
    problems,
    tools: [],
    policies: [],
  };
}

function unreadAgent(name: string, scope: Scope, { message }: RegistryError): LoadedAgent {
  const path = `registry/agent/${name}`;
  return {
    name,
    origin: { path, scope, codec: 'markdown', sha256: '' },
    definition: undefined,
    draft: undefined,
    problems: [fileProblem('unreadable', path, message)],
    tools: [],
    policies: [],
  };
}
