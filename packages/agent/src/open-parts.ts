import { join, resolve } from 'node:path';
import type { RunStore, ToolProvider } from '@agent-home/agent-runtime';
import { type Limits, smallestLimits } from '@agent-home/agent-runtime/policy';
import {
  chooseMcpServers,
  chooseModel,
  chooseRepair,
  createLocalProviders,
  createModelPort,
  findModels,
  fixedPlace,
  moduleValidators,
  type RunModel,
  type RunSetup,
  type RuntimeOptions,
  sessionContext,
  sessionMemory,
  type Team,
  Vault,
} from '@agent-home/runtime-node';
import { collectPrograms } from '@agent-home/runtime-node/definitions';
import { stateFolder, stateHome } from '@agent-home/runtime-node/state';
import { type AgentSource, getSource } from './agent.ts';
import { AgentError } from './agent-error.ts';
import { warn } from './warn.ts';

/** Parts of a runtime for one run. */
export interface OpenParts {
  vault: Vault;
  ports: Pick<RuntimeOptions, 'models' | 'providers' | 'validators' | 'projectIsTrusted' | 'team'>;
  model: RunModel;
  close(): Promise<void>;
}

/** Returns the folder of the project's state: that of the command `agent-home`. @throws StateFolderError */
export function findState({ project, environment }: AgentSource): string {
  const { AGENT_HOME_DATA: data } = environment;
  return data ? resolve(data) : stateFolder({ project, environment });
}

/**
 * Combines models and tools of an agent and of those that it may call. Servers start when their tools are listed.
 * @param store in which the sessions of the other agents are
 * @throws AgentError `invalid_agent`; SetupError, McpConfigError
 */
export async function openParts(
  source: AgentSource,
  runs: string,
  { store, mayAsk }: { store: RunStore; mayAsk: boolean },
): Promise<OpenParts> {
  const { definition, project, loaded } = source;
  const sources = collectSources(source);
  const { settings, environment } = mergeSettings(sources);
  const programs = loaded && collectPrograms(loaded, environment);
  const placeOf = programs?.placeOf ?? (() => fixedPlace(project, environment));
  const vault = new Vault(settings.vault, {
    environment,
    placeOf: placeOf('vault'),
    tell: ({ code, message }) => warn(message, { code }),
  });
  const models = findModels(settings, vault);
  const model = chooseModel(source.settings, definition);
  // Detects a missing key before the run begins.
  await models(model.provider, model.name, model.settingsKey);
  const home = stateHome({ project, environment });
  const closing: ToolProvider[] = [];
  const providersOf = ({ definition, file, tools, settings }: AgentSource) => {
    const local =
      file && loaded && programs
        ? createLocalProviders(settings, {
            specs: file.tools,
            servers: chooseMcpServers(settings.mcpServers, definition.mcpServers),
            places: { project, global: loaded.places.global },
            programs,
            hiddenFolders: [runs, findState(source), home],
            environment,
            vault,
            tell: ({ code, server, message }) => warn(`MCP server ${server}: ${message}`, { code }),
            loginFolder: () => join(home, 'mcp-logins'),
          })
        : [];
    closing.push(...local);
    return [tools, ...local];
  };
  const team: Team = {
    async member(name, sessionId) {
      const found = sources.find((each) => each.definition.name === name);
      if (!found) throw new AgentError('invalid_agent', `agent ${name} is not among the agents of this run`);
      const chosen = chooseModel(found.settings, found.definition);
      const order = await createOrder(found, store, { model: chosen, sessionId, mayAsk });
      return { order, providers: providersOf(found), memory: undefined };
    },
  };
  return {
    vault,
    model,
    ports: {
      models: createModelPort(models),
      providers: providersOf(source),
      team,
      ...(loaded
        ? {
            validators: moduleValidators(settings.validators, placeOf('validators')),
            projectIsTrusted: loaded.trust.state === 'trusted',
          }
        : {}),
    },
    close: async () => void (await Promise.allSettled(closing.map((provider) => provider.close()))),
  };
}

/** Returns the order for one message, with the earlier messages of the session. */
export async function createOrder(
  { definition, definitionSha256, systemPrompt, settings, file, subagents }: AgentSource,
  store: RunStore,
  {
    model,
    sessionId,
    limits = {},
    mayAsk,
  }: { model: RunModel; sessionId: string; limits?: Limits; mayAsk: boolean },
): Promise<RunSetup> {
  const { autoApprove, unlock, expiresAfterMs } = settings.approvals;
  const { limitTurns } = settings.context;
  const before = await sessionContext(store, { agent: definition.name, sessionId, turns: limitTurns });
  return {
    definition,
    definitionSha256,
    systemPrompt,
    model,
    ...chooseRepair(settings, model),
    policies: file?.policies ?? [],
    servers: Object.keys(settings.mcpServers),
    operator: { autoApprove, unlocked: unlock, ...(mayAsk ? { approvalExpiresMs: expiresAfterMs } : {}) },
    limits: smallestLimits([settings.limits, limits]),
    sessionId,
    context: before.messages,
    tainted: before.tainted,
    ...sessionMemory(definition, before.remembered),
    subagents: subagents.map((agent) => {
      const { name, title, description } = getSource(agent).definition;
      return { agent: name, description: description === '' ? title : description };
    }),
  };
}

/**
 * Returns an agent and all that it may call, directly or not, each once.
 * @throws AgentError `invalid_agent` if two of them have one name, or they belong to different projects
 */
function collectSources(source: AgentSource): AgentSource[] {
  const found = new Map<string, AgentSource>();
  const add = (each: AgentSource): void => {
    const { name } = each.definition;
    const known = found.get(name);
    if (known === each) return;
    if (known)
      throw new AgentError('invalid_agent', `two agents of a run have the name ${name}: rename one of them`);
    if (each.project !== source.project)
      throw new AgentError('invalid_agent', `agent ${name} belongs to another project: set the same project`);
    found.set(name, each);
    for (const other of [...each.subagents, ...each.handoffs]) add(getSource(other));
  };
  add(source);
  return [...found.values()];
}

/**
 * Combines models and secrets of agents, so that one runtime has all of them.
 * @throws AgentError `invalid_agent` if two agents name different models by one key
 */
function mergeSettings([first, ...others]: AgentSource[]): Pick<AgentSource, 'settings' | 'environment'> {
  if (!first) throw new AgentError('invalid_agent', 'a run needs an agent');
  const models = { ...first.settings.models };
  const described = new Map(Object.entries(models).map(([key, entry]) => [key, describeModel(entry, first)]));
  for (const source of others)
    for (const [key, entry] of Object.entries(source.settings.models)) {
      const description = describeModel(entry, source);
      if ((described.get(key) ?? description) !== description)
        throw new AgentError(
          'invalid_agent',
          `agent ${source.definition.name} has another model or key for ${key} than an agent before it: use the same for both`,
        );
      described.set(key, description);
      models[key] ??= entry;
    }
  const vault = Object.assign({}, ...[first, ...others].map(({ settings }) => settings.vault));
  const environment = Object.assign({}, ...[first, ...others].map((source) => source.environment));
  return { settings: { ...first.settings, models, vault }, environment };
}

/** Describes a model with its key in place of the handle, to compare the models of two agents. The text is not kept. */
function describeModel(entry: { key?: string | undefined }, { settings, environment }: AgentSource): string {
  const source = entry.key === undefined ? undefined : settings.vault[entry.key.replace('vault://', '')];
  const variable = source && 'env' in source ? source.env : undefined;
  const key = variable === undefined ? entry.key : environment[variable];
  return JSON.stringify({ ...entry, key });
}
