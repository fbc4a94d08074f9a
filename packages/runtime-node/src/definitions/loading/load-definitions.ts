import { join, resolve } from 'node:path';
import {
  combineSettings,
  DefinitionError,
  type PolicySpec,
  type Problem,
  type ReadSettings,
  readSettingsFile,
  type Settings,
  type SettingsFile,
  type ToolSpec,
} from '@agent-home/agent-runtime/definition';
import { userHome } from '../../state/user-home.ts';
import { readBoundedFile } from '../folder/read-folder.ts';
import { FileSpecRegistry } from '../registry/file-spec-registry.ts';
import type { VerifiedSet } from '../registry/home-set.ts';
import type { RegisteredSpec, SpecSource } from '../registry/spec-registry.ts';
import { type ProjectTrust, projectTrust } from '../trust/project-trust.ts';
import type { LoadedAgent, LoadedSpec } from './loaded-agent.ts';
import { withOwnModules } from './own-modules.ts';
import { attempt } from './problems.ts';
import { readAgents } from './read-agents.ts';
import { readPolicySpecs, readToolSpecs } from './read-specs.ts';
import { skillProblems } from './skill-problems.ts';

export interface DefinitionPlaces {
  /** The folder that has `agents/`. */
  project: string;
  /** Global folder: it applies to every project of the user. */
  global: string;
  /** Runtimes other than the native one; absent if there are none. */
  runtimes?: readonly KnownRuntime[];
}

/** Runtime that definitions can name. */
export interface KnownRuntime {
  selector: string;
  isConfigured: boolean;
  /** Instruction that configures it: "set FOO". */
  remedy: string;
}

/** Returns the current project and `~/.agent-home`. */
export function definitionPlaces(project = process.cwd(), home?: string): DefinitionPlaces {
  return { project: resolve(project), global: join(userHome(home), '.agent-home') };
}

/** Opens the registries of the project and of the global folder, which are read on demand. */
export function openRegistries({
  project,
  global,
}: DefinitionPlaces): Record<'project' | 'global', FileSpecRegistry> {
  return {
    project: new FileSpecRegistry(join(project, 'agents', 'registry')),
    global: new FileSpecRegistry(join(global, 'agents', 'registry')),
  };
}

/** Definitions of agents from all files. */
export interface LoadedDefinitions {
  places: DefinitionPlaces;
  /** Agents of both folders, with refused ones, and global ones that a project's agent shadows. */
  agents: LoadedAgent[];
  /** Tools and policies that belong to no agent’s folder. */
  tools: LoadedSpec<ToolSpec>[];
  policies: LoadedSpec<PolicySpec>[];
  /** Tools that the global settings bind, but the trusted part of the project’s settings does not. */
  boundGlobally: ReadonlySet<string>;
  /** Registries of both folders; read on demand. */
  registries: Record<'project' | 'global', SpecSource>;
  /** Set of a home to which the definitions belong; absent for those of files. */
  homeSet?: {
    set: VerifiedSet;
    /** True if the user of this machine trusts exactly this set. */
    isTrusted: boolean;
    /** Documents of the set that are used; a tool that this machine's user describes is not. */
    specs: readonly RegisteredSpec[];
  };
  /** Effective settings. For an untrusted project, members that cause actions on this machine are left out. */
  settings: Settings;
  /** Settings as if the project were trusted: names that its definitions may use. */
  configured: Settings;
  trust: ProjectTrust;
  /** True if both settings files could be read; otherwise no agent should run. */
  settingsAreSound: boolean;
  /** Problems of all files. */
  problems: Problem[];
}

/** Reads both folders. Invalid content never makes it throw. */
export function loadDefinitions(places: DefinitionPlaces): LoadedDefinitions {
  const folders = { project: join(places.project, 'agents'), global: join(places.global, 'agents') };
  const project = readSettings(join(folders.project, 'settings.json'));
  const global = readGlobalSettings(places.global);
  const trust = projectTrust(places, project.settings);
  const settings = combineSettings(global.settings, project.settings, { trusted: trust.state === 'trusted' });
  const { owner } = settings.agents;
  const own = readAgents({ path: folders.project, scope: 'project', owner });
  const all = readAgents({ path: folders.global, scope: 'global', owner });
  const tools = scopes.map((scope) => readToolSpecs({ path: join(folders[scope], 'tools'), scope }));
  const policies = scopes.map((scope) => readPolicySpecs({ path: join(folders[scope], 'policies'), scope }));
  if (!own.isListed) for (const agent of all.agents) hide(agent, own.problems);
  const agents = [...own.agents, ...all.agents];
  const specs = [...tools, ...policies];
  return {
    places,
    agents,
    tools: tools.flatMap((read) => read.specs),
    policies: policies.flatMap((read) => read.specs),
    boundGlobally: boundGlobally(global.settings, trust.state === 'trusted' ? project.settings : {}),
    registries: openRegistries(places),
    settings,
    configured: combineSettings(global.settings, project.settings, { trusted: true }),
    trust,
    settingsAreSound: project.problems.length + global.problems.length === 0,
    problems: unique([
      ...project.problems,
      ...global.problems,
      ...project.left,
      ...global.left,
      ...trust.problems,
      ...own.problems,
      ...all.problems,
      ...agents.flatMap((agent) => agent.problems),
      ...scopes.flatMap((scope) => skillProblems(join(folders[scope], 'skills'))),
      ...specs.flatMap((read) => [...read.problems, ...read.specs.flatMap((spec) => spec.problems)]),
    ]),
  };
}

const scopes = ['project', 'global'] as const;

function boundGlobally(global: SettingsFile, project: SettingsFile): ReadonlySet<string> {
  const own = new Set(Object.keys(project.tools ?? {}));
  return new Set(Object.keys(global.tools ?? {}).filter((name) => !own.has(name)));
}

/** Names in an unreadable project folder are unknown, and a global agent could shadow one of them by mistake. */
function hide(agent: LoadedAgent, problems: readonly Problem[]): void {
  agent.definition = undefined;
  agent.problems.push(...problems);
}

function unique(problems: Problem[]): Problem[] {
  return [...new Set(problems)];
}

/**
 * Returns the agent with a name, the project's first. A rejected project agent is also found, by its file name or the name inside
 * it, so that a global agent does not silently take its place.
 */
export function findAgent(
  { agents }: Pick<LoadedDefinitions, 'agents'>,
  name: string,
): LoadedAgent | undefined {
  for (const scope of scopes) {
    const own = agents.filter(({ origin }) => origin.scope === scope);
    const found = own.find((agent) => agent.name === name) ?? own.find(({ draft }) => draft?.name === name);
    if (found) return found;
  }
  return undefined;
}

interface SettingsRead {
  settings: SettingsFile;
  /** Reasons why the file cannot be read. */
  problems: Problem[];
  /** Problems of ignored entries, and warnings of ignored members. */
  left: Problem[];
}

function readGlobalSettings(folder: string): SettingsRead {
  const read = readSettings(join(folder, 'settings.json'));
  return { ...read, settings: withOwnModules(read.settings, folder) };
}

function readSettings(file: string): SettingsRead {
  const { value, problems } = attempt((): ReadSettings => {
    try {
      return readSettingsFile(readBoundedFile(file), file);
    } catch (error) {
      if (error instanceof DefinitionError && error.code === 'not_found')
        return { settings: {}, problems: [] };
      throw error;
    }
  });
  return {
    settings: value?.settings ?? {},
    problems,
    left: value?.problems ?? [],
  };
}
