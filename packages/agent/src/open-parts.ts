import { join, resolve } from 'node:path';
import type { MemoryStore, RunStore, ToolProvider } from '@agent-home/agent-runtime';
import {
  chooseMcpServers,
  chooseModel,
  createLocalProviders,
  createModelPort,
  createNativeTools,
  findModels,
  fixedPlace,
  memorySpace,
  moduleValidators,
  openMemory,
  pinnedMemory,
  type RunModel,
  type RuntimeOptions,
  type TeamMember,
  Vault,
} from '@agent-home/runtime-node';
import { collectPrograms } from '@agent-home/runtime-node/definitions';
import { stateFolder, stateHome } from '@agent-home/runtime-node/state';
import type { AgentSource } from './agent-source.ts';
import { collectSources, findMember } from './collect-sources.ts';
import { createOrder } from './create-order.ts';
import { mergeSettings } from './merge-settings.ts';
import { readPresentRules } from './present-rules.ts';
import { openOtherRuntimes } from './runtimes/index.ts';
import { warn } from './warn.ts';

/** Parts of a runtime for one run. */
export interface OpenParts {
  vault: Vault;
  ports: Pick<
    RuntimeOptions,
    'models' | 'providers' | 'memory' | 'validators' | 'projectIsTrusted' | 'team' | 'presentRules'
  >;
  model: RunModel;
  close(): Promise<void>;
}

/** Returns the folder of the project's state: that of the command `agent-home`. @throws StateFolderError */
export function findState({ project, environment }: AgentSource): string {
  const { AGENT_HOME_DATA: data } = environment;
  return data ? resolve(data) : stateFolder({ project, environment });
}

/** Returns the folder in which other runtimes keep their state; no tool reads it, as it is in the hidden state. */
function runtimesFolder(source: AgentSource): string {
  return join(findState(source), 'runtimes');
}

/**
 * Combines models, tools and memory of an agent and of those that it may call. Servers start when their tools are listed.
 * @param store in which the sessions of the other agents are
 * @throws AgentError `invalid_agent`; RuntimeSetupError, SetupError, McpConfigError
 */
export async function openParts(
  source: AgentSource,
  runs: string,
  { store, mayAsk }: { store: RunStore; mayAsk: boolean },
): Promise<OpenParts> {
  const { definition, project } = source;
  const sources = collectSources(source);
  const { settings, environment } = mergeSettings(sources);
  const loaded = sources.find((each) => each.loaded)?.loaded;
  const placeOf = loaded
    ? collectPrograms(loaded, environment).placeOf
    : () => fixedPlace(project, environment);
  const vault = new Vault(settings.vault, {
    environment,
    placeOf: placeOf('vault'),
    tell: ({ code, message }) => warn(message, { code }),
  });
  const models = findModels(settings, vault);
  const model = chooseModel(source.settings, definition);
  const native = createModelPort(models);
  // Only files name another runtime. A program without them does not depend on the variables.
  const runtimes = sources.some(({ file }) => file)
    ? await openOtherRuntimes(native, models, { environment, folder: runtimesFolder(source) })
    : undefined;
  const closing: { close(): Promise<void> }[] = runtimes ? [runtimes] : [];
  const open = async (member: AgentSource): Promise<Omit<TeamMember, 'order'>> => {
    // Detects a missing key before the agent begins.
    const { provider, name, settingsKey } = chooseModel(member.settings, member.definition);
    await models(provider, name, settingsKey);
    const memory = await openMemoryOf(member, vault);
    const local = providersOf(member, { runs, environment, vault });
    closing.push(...local, ...(memory ? [memory] : []));
    return { providers: [member.tools, ...local], memory: memory?.store };
  };
  const members = new Map<string, ReturnType<typeof open>>();
  const openOnce = (member: AgentSource) => {
    const { name } = member.definition;
    const opening = members.get(name) ?? open(member);
    members.set(name, opening);
    // Failures are not cached: something missing for one task may exist for the next.
    opening.catch(() => members.delete(name));
    return opening;
  };
  const own = await openOnce(source);
  return {
    vault,
    model,
    ports: {
      models: runtimes?.models ?? native,
      providers: own.providers,
      ...(own.memory ? { memory: own.memory } : {}),
      team: {
        async member(name, sessionId) {
          const found = findMember(name, sources);
          const chosen = chooseModel(found.settings, found.definition);
          const order = await createOrder(found, store, { model: chosen, sessionId, mayAsk });
          return { order, ...(await openOnce(found)) };
        },
      },
      presentRules: readPresentRules(source, sources),
      ...(loaded
        ? {
            validators: moduleValidators(loaded.settings.validators, placeOf('validators')),
            projectIsTrusted: loaded.trust.state === 'trusted',
          }
        : {}),
    },
    close: async () => void (await Promise.allSettled(closing.map((each) => each.close()))),
  };
}

/** Returns the providers of an agent's built-in tools, tools of files and servers. Starts none. */
function providersOf(
  { definition, file, loaded, settings, nativeTools, project, ...source }: AgentSource,
  { runs, environment, vault }: { runs: string; environment: NodeJS.ProcessEnv; vault: Vault },
): ToolProvider[] {
  const home = stateHome({ project, environment });
  const state = findState({ definition, settings, nativeTools, project, ...source });
  const hiddenFolders = [runs, state, home];
  const programs = loaded && collectPrograms(loaded, environment);
  if (file && loaded && programs)
    return createLocalProviders(settings, {
      specs: file.tools,
      servers: chooseMcpServers(settings.mcpServers, definition.mcpServers),
      places: { project, global: loaded.places.global },
      programs,
      hiddenFolders,
      environment,
      vault,
      tell: ({ code, server, message }) => warn(`MCP server ${server}: ${message}`, { code }),
      loginFolder: () => join(home, 'mcp-logins'),
    });
  if (nativeTools.length === 0) return [];
  const { sandbox, webFetch } = settings;
  const trustedFiles = programs?.trustedFiles ?? [];
  return [
    createNativeTools({
      projectFolder: project,
      hiddenFolders,
      trustedFiles,
      sandbox,
      webFetch,
      environment,
    }),
  ];
}

/** Opens the long-term memory of an agent: the one that the command reads. @throws SetupError */
async function openMemoryOf(
  source: AgentSource,
  vault: Vault,
): Promise<{ store: MemoryStore; close(): Promise<void> } | undefined> {
  const { memory } = pinnedMemory(source.definition);
  if (!memory) return undefined;
  const space = memorySpace(source.project, source.file?.scope ?? 'project');
  const place = { root: join(findState(source), 'memory'), space };
  return openMemory(source.settings, memory, place, { vault, log: warn });
}
