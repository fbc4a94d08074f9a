import { dirname, join } from 'node:path';
import { dropRuntimeSecrets, openOtherRuntimes } from '@agent-home/agent/runtimes';
import type { RunStore } from '@agent-home/agent-runtime';
import type { Settings, ToolLists, ToolSpec } from '@agent-home/agent-runtime/definition';
import type { PinnedMemory } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import {
  AgentRuntime,
  chooseMcpServers,
  createModelPort,
  dropSecretVariables,
  findModels,
  type McpProblem,
  type MemoryPlace,
  moduleValidators,
  openMemory,
  type PresentSetup,
  pinPolicies,
  type ReadPresentRules,
  type RunModel,
  Vault,
} from '@agent-home/runtime-node';
import {
  collectPrograms,
  type LoadedDefinitions,
  loadDefinitions,
  resolveAgent,
  withHomeSet,
} from '@agent-home/runtime-node/definitions';
import { cleanCrash } from './clean-crash.ts';
import { lastLines } from './last-lines.ts';
import { localProviders } from './local-providers.ts';
import { LocalTeam } from './local-team.ts';
import { openLoadedDefinition, requireSoundSettings } from './open-agent.ts';
import { getOperator } from './operator.ts';
import { SandboxNotice } from './sandbox-notice.ts';

export interface RuntimePlaces {
  /** Folder of file tools, and working directory of commands and servers. */
  project: string;
  /** Global folder, from which skills are read. */
  global: string;
  /** Folder of logs: no agent reads or writes them with its tools. */
  runs: string;
  /** Folder of memory, hidden from tools as well. */
  memory: MemoryPlace;
  store: RunStore;
}

export interface OpenRuntime {
  runtime: AgentRuntime;
  vault: Vault;
  /** Rejects a model that cannot be called, for example without its key. */
  requireModel(model: Pick<RunModel, 'provider' | 'name' | 'settingsKey'>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Combines the models, the tools of this machine and the agent's servers. It starts no process.
 * @param environment copy of the environment: variables with secrets are removed from this process
 * @param loaded definitions in which handoff targets are looked up
 */
export async function openRuntime(
  { settings, loaded }: { settings: Settings; loaded: LoadedDefinitions },
  {
    model,
    mcpServers,
    tools,
    lists,
    memory: pinned,
  }: {
    model: Pick<RunModel, 'provider' | 'name' | 'settingsKey'>;
    mcpServers: readonly string[];
    tools: readonly ToolSpec[];
    /** Tools that the agent may call. */
    lists: ToolLists;
    /** Memory port; absent if the run has no memory. */
    memory?: PinnedMemory | undefined;
  },
  { project, global, runs, memory, store }: RuntimePlaces,
  environment: NodeJS.ProcessEnv,
): Promise<OpenRuntime> {
  const servers = chooseMcpServers(settings.mcpServers, mcpServers);
  const programs = collectPrograms(loaded, environment);
  const { placeOf } = programs;
  const vault = new Vault(settings.vault, {
    environment,
    placeOf: placeOf('vault'),
    tell: ({ code, message }) => console.error(`agent-home: ${shownText(message)} [${code}]`),
  });
  const uncovered = cleanCrash(vault);
  dropSecretVariables(process.env, settings);
  dropRuntimeSecrets(process.env);
  const models = findModels(settings, vault);
  // Detects a missing key before a run begins.
  await models(model.provider, model.name, model.settingsKey);
  const otherRuntimes = join(dirname(runs), 'runtimes');
  const notice = new SandboxNotice();
  const providers = localProviders(settings, {
    specs: tools,
    servers,
    environment,
    vault,
    tell,
    places: { project, global },
    programs,
    hiddenFolders: [runs, otherRuntimes],
    withoutSandbox: notice.printFor(lists),
  });
  const log = (message: string, facts: Record<string, unknown>) =>
    console.error(`${message}: ${shownText(JSON.stringify(facts))}`);
  const asking = await openOtherRuntimes(createModelPort(models), models, {
    environment,
    folder: otherRuntimes,
  });
  const remembered = pinned && (await openMemory(settings, pinned, memory, { vault, log }));
  const places = { project, global, runs };
  const team = new LocalTeam(loaded, {
    ...{ places, programs, store, environment, vault, models, notice, tell, log },
  });
  const runtime = new AgentRuntime({
    store,
    team,
    ...(remembered ? { memory: remembered.store } : {}),
    presentRules: presentRulesOf(loaded),
    projectIsTrusted: loaded.trust.state === 'trusted',
    validators: moduleValidators(settings.validators, placeOf('validators')),
    models: asking.models,
    providers,
    vault,
    log,
  });
  return {
    runtime,
    vault,
    async requireModel({ provider, name, settingsKey }) {
      await models(provider, name, settingsKey);
    },
    async close() {
      await Promise.allSettled([
        remembered?.close(),
        asking.close(),
        team.close(),
        ...providers.map((provider) => provider.close()),
      ]);
      uncovered();
    },
  };
}

/** An agent continues without an unavailable server (S3-69). */
function tell({ code, server, message, detail = '' }: McpProblem): void {
  console.error(`agent-home: MCP server ${shownText(server)}: ${shownText(message)} [${code}]`);
  for (const line of lastLines(detail)) console.error(`    > ${shownText(line)}`);
}

/**
 * Reads the current rules each time a run continues, which may be days after it began.
 * @throws AgentCommandError if the settings or an agent's file are invalid: a run does not continue under unknown rules
 */
function presentRulesOf({ places, homeSet }: LoadedDefinitions): ReadPresentRules {
  return async (agents) => {
    const files = loadDefinitions(places);
    const loaded = homeSet ? withHomeSet(files, homeSet.set, homeSet.isTrusted) : files;
    requireSoundSettings(loaded);
    const orders = new Map<string, PresentSetup>();
    for (const name of agents) {
      if (!resolveAgent(loaded, name)) continue;
      const { definition, policies, settings } = openLoadedDefinition(loaded, name);
      orders.set(name, {
        definition,
        policies: pinPolicies(definition, policies),
        limits: settings.limits,
      });
    }
    return { operator: getOperator(loaded.settings), orders };
  };
}
