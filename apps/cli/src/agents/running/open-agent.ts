import { realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import {
  type AgentDefinition,
  explainProblem,
  isError,
  nearestName,
  type PolicySpec,
  type Problem,
  type Settings,
  type ToolSpec,
} from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import {
  checkAgent,
  findPolicy,
  isWithin,
  type LoadedAgent,
  type LoadedDefinitions,
  loadDefinitions,
  readAgentFile,
  resolveAgent,
  toToolSpecs,
} from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';

type Places = LoadedDefinitions['places'];

/** Agent that may run on this machine, with its file and the current settings. */
export interface OpenDefinition {
  definition: AgentDefinition;
  scope: 'project' | 'global';
  /** SHA-256 of its file. */
  sha256: string;
  settings: Settings;
  policies: PolicySpec[];
  /** Tools, those of the agent's folder before those for all agents. */
  tools: ToolSpec[];
  /** Definitions that were read at the same time, so that handoff targets are consistent with it. */
  loaded: LoadedDefinitions;
}

export interface OpenAgent extends OpenDefinition {
  systemPrompt: string;
}

/**
 * Opens an agent by name. Reads the project and the global folder, and executes no code of the project.
 * @throws AgentCommandError with a remedy
 */
export function openAgent(places: Places, name: string): OpenAgent {
  return withPrompt(openDefinition(places, name));
}

/**
 * Opens an agent from definitions that are already loaded.
 * @throws AgentCommandError with a remedy
 */
export function openLoadedAgent(loaded: LoadedDefinitions, name: string): OpenAgent {
  return withPrompt(openNamed(loaded, name));
}

/**
 * Opens a definition, with or without its own prompt.
 * @throws AgentCommandError with a remedy
 */
export function openDefinition(places: Places, name: string): OpenDefinition {
  return openNamed(loadDefinitions(places), name);
}

/**
 * Opens a definition from those that are already loaded.
 * @throws AgentCommandError with a remedy
 */
export function openLoadedDefinition(loaded: LoadedDefinitions, name: string): OpenDefinition {
  return openNamed(loaded, name);
}

function openNamed(loaded: LoadedDefinitions, name: string): OpenDefinition {
  requireSoundSettings(loaded);
  const agent = resolveAgent(loaded, name);
  if (!agent) {
    const nearest = nearestName(
      name,
      loaded.agents.map((other) => other.name),
    );
    const hint = nearest === undefined ? '' : `; did you mean ${shownText(nearest)}?`;
    throw new AgentCommandError('agent_not_found', `Agent not found: ${shownText(name)}${hint}`);
  }
  return openLoaded(agent, loaded);
}

/**
 * Opens the agent of a file, with the settings and policies of a project.
 * @throws AgentCommandError with a remedy
 */
export function openAgentFile(places: Places, file: string): OpenDefinition {
  const loaded = loadDefinitions(places);
  requireSoundSettings(loaded);
  requireTrustedPlace(file, loaded);
  const { owner } = loaded.settings.agents;
  return openLoaded(readAgentFile(file, { scope: getScope(file, loaded), owner }), loaded);
}

function openLoaded(agent: LoadedAgent, loaded: LoadedDefinitions): OpenDefinition {
  if (agent.origin.scope === 'project') requireTrust(loaded);
  const definition = runnableDefinition(agent, loaded);
  const policies = definition.policiesRef.flatMap((ref) => findPolicy(agent, loaded, ref)?.spec ?? []);
  const tools = toToolSpecs(agent, loaded);
  const { sha256, scope } = agent.origin;
  return { definition, scope, sha256, settings: loaded.settings, policies, tools, loaded };
}

/** @throws AgentCommandError `invalid_settings` */
export function requireSoundSettings({ settingsAreSound, problems }: LoadedDefinitions): void {
  if (settingsAreSound) return;
  const [first, ...more] = problems;
  throw refused('invalid_settings', 'the settings cannot be used', first, more.length);
}

/**
 * Rejects agents of an untrusted project, even if its settings have no demands: their prompts steer tools and servers of the
 * operator.
 * The specs of a home need the same trust.
 * @throws AgentCommandError `project_not_trusted`, `home_not_trusted`
 */
export function requireTrust({ trust, places, homeSet }: LoadedDefinitions): void {
  if (homeSet) {
    requireTrustedSet(homeSet);
    return;
  }
  if (trust.state === 'trusted') return;
  const why = trust.state === 'changed' ? 'changed since it was trusted' : 'is not trusted on this machine';
  throw new AgentCommandError(
    'project_not_trusted',
    `${shownText(places.project)} ${why}: review it with agent-home agents trust`,
  );
}

/** Only this very set is trusted: with each new version in the home it is another one. */
function requireTrustedSet({ set, isTrusted }: NonNullable<LoadedDefinitions['homeSet']>): void {
  if (isTrusted) return;
  const { name, version } = set.agent;
  throw new AgentCommandError(
    'home_not_trusted',
    `the specs of ${name}@${version} in ${shownText(set.home)} are not trusted on this machine: review them with agent-home agents trust ${name}@${version} --home ${shownText(set.home)}`,
  );
}

/** Returns `global` for a file of the user's own agents, which run in every project, as they do by name. */
function getScope(file: string, { places }: LoadedDefinitions): 'project' | 'global' {
  return isWithin(realFile(join(places.global, 'agents')), realFile(file)) ? 'global' : 'project';
}

/** A file outside the project belongs to the project around it: the one with the `agents` folder. */
function requireTrustedPlace(file: string, loaded: LoadedDefinitions): void {
  const { places } = loaded;
  const path = realFile(file);
  if (isWithin(realFile(places.project), path) || getScope(file, loaded) === 'global') return;
  const folders = dirname(path).split(sep);
  const at = folders.lastIndexOf('agents');
  const project = at > 0 ? folders.slice(0, at).join(sep) || sep : dirname(path);
  requireTrust(loadDefinitions({ ...places, project }));
}

function realFile(path: string): string {
  try {
    return realpathSync(resolve(path));
  } catch {
    return resolve(path);
  }
}

function runnableDefinition(agent: LoadedAgent, loaded: LoadedDefinitions): AgentDefinition {
  const { definition, name } = agent;
  const [first, ...more] = checkAgent(agent, loaded).filter(isError);
  if (definition && !first) return definition;
  throw refused(
    first?.code ?? 'invalid_definition',
    `agent ${shownText(name)} cannot run`,
    first,
    more.length,
  );
}

function refused(
  code: AgentCommandError['code'],
  what: string,
  first: Problem | undefined,
  others: number,
): AgentCommandError {
  const more = others > 0 ? ` (and ${others} more: see agent-home agents validate)` : '';
  const why = first ? shownText(explainProblem(first)) : 'unknown reason';
  return new AgentCommandError(code, `${what}: ${why}${more}`);
}

function withPrompt(open: OpenDefinition): OpenAgent {
  const { systemPrompt, name } = open.definition;
  if (systemPrompt !== undefined) return { ...open, systemPrompt };
  throw new AgentCommandError(
    'prompt_in_home',
    `the prompt of agent ${shownText(name)} belongs to a home: run it there with agent-home live`,
  );
}
