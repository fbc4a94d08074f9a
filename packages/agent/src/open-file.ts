import { join, resolve } from 'node:path';
import {
  type AgentDefinition,
  explainProblem,
  isError,
  type Problem,
  type ToolSpec,
} from '@agent-home/agent-runtime/definition';
import type { PinnedPolicy } from '@agent-home/agent-runtime/run-log';
import { pinPolicies } from '@agent-home/runtime-node';
import {
  checkAgent,
  definitionPlaces,
  findPolicy,
  isWithin,
  type LoadedAgent,
  type LoadedDefinitions,
  loadDefinitions,
  readAgentFile,
  resolveAgent,
  toToolSpecs,
} from '@agent-home/runtime-node/definitions';
import { AgentError } from './agent-error.ts';
import { knownRuntimes } from './runtimes/index.ts';

const withoutRuntime = 'runtime_not_configured';

/** Parts of an agent that only a file has. */
export interface AgentFile {
  policies: PinnedPolicy[];
  tools: ToolSpec[];
  /** Owner: the project, or the user in every project. */
  scope: 'project' | 'global';
}

/** Agent of a file that may run on this machine. */
export interface OpenedAgent {
  definition: AgentDefinition;
  definitionSha256: string;
  systemPrompt: string;
  loaded: LoadedDefinitions;
  file: AgentFile;
}

/** Reads the settings and definitions of a project. @throws AgentError `invalid_settings`, `not_supported` */
export function loadProject(project: string): LoadedDefinitions {
  const runtimes = knownRuntimes(process.env);
  const loaded = loadDefinitions({ ...definitionPlaces(project), runtimes });
  if (!loaded.settingsAreSound)
    throw refused('invalid_settings', 'the settings cannot be used', loaded.problems);
  if (loaded.settings.approvals.by === 'home')
    throw new AgentError('not_supported', 'approvals.by: home is not supported here: use another value');
  return loaded;
}

/**
 * Opens the agent of a file with the checks of `agent-home agents run`. Executes no code of the project.
 * @param project real path
 * @throws AgentError
 */
export function openFile(path: string, project: string): OpenedAgent {
  const loaded = loadProject(project);
  const { settings, places } = loaded;
  const read = readAgentFile(path, { scope: 'project', owner: settings.agents.owner });
  const { path: found } = read.origin;
  const isGlobal = isWithin(join(places.global, 'agents'), found);
  if (!isGlobal && !isWithin(project, found))
    throw new AgentError(
      'agent_not_runnable',
      `${resolve(path)} is outside of the project ${project}: set project`,
    );
  if (!isGlobal) requireTrust(loaded);
  const agent = isGlobal ? readAgentFile(path, { scope: 'global', owner: settings.agents.owner }) : read;
  return openAgent(agent, loaded);
}

/**
 * Opens an agent by its name, as a file names it.
 * @returns undefined if there is none
 * @throws AgentError
 */
export function openNamed(name: string, loaded: LoadedDefinitions): OpenedAgent | undefined {
  const agent = resolveAgent(loaded, name);
  if (!agent) return undefined;
  if (agent.origin.scope === 'project') requireTrust(loaded);
  return openAgent(agent, loaded);
}

function requireTrust({ trust, places: { project } }: LoadedDefinitions): void {
  if (trust.state !== 'trusted')
    throw new AgentError(
      'project_not_trusted',
      `${project} is not trusted on this machine as it is: review it with agent-home agents trust`,
    );
}

function openAgent(agent: LoadedAgent, loaded: LoadedDefinitions): OpenedAgent {
  const problems = checkAgent(agent, loaded).filter(isError);
  const { definition, origin } = agent;
  if (!definition || problems.length > 0) {
    const isWithoutRuntime = problems.length > 0 && problems.every(({ code }) => code === withoutRuntime);
    const code = isWithoutRuntime ? withoutRuntime : 'agent_not_runnable';
    throw refused(code, `agent ${agent.name} cannot run`, problems);
  }
  const { systemPrompt } = definition;
  if (systemPrompt === undefined)
    throw new AgentError('not_supported', `the prompt of agent ${agent.name} is in a home: run it there`);
  const policies = definition.policiesRef.flatMap((ref) => findPolicy(agent, loaded, ref)?.spec ?? []);
  const file: AgentFile = {
    policies: pinPolicies(definition, policies),
    tools: toToolSpecs(agent, loaded),
    scope: origin.scope,
  };
  return { definition, definitionSha256: origin.sha256, systemPrompt, loaded, file };
}

function refused(
  code: 'invalid_settings' | 'agent_not_runnable' | typeof withoutRuntime,
  what: string,
  [first, ...more]: readonly Problem[],
): AgentError {
  const others = more.length === 0 ? '' : ` (and ${more.length} more: see agent-home agents validate)`;
  return new AgentError(code, `${what}: ${first ? explainProblem(first) : 'unknown reason'}${others}`);
}
