import { join, resolve } from 'node:path';
import type { RunStore } from '@agent-home/agent-runtime';
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
  Vault,
} from '@agent-home/runtime-node';
import { collectPrograms } from '@agent-home/runtime-node/definitions';
import { stateFolder, stateHome } from '@agent-home/runtime-node/state';
import type { AgentSource } from './agent.ts';
import { warn } from './warn.ts';

/** Parts of a runtime for one run. */
export interface OpenParts {
  vault: Vault;
  ports: Pick<RuntimeOptions, 'models' | 'providers' | 'validators' | 'projectIsTrusted'>;
  model: RunModel;
  close(): Promise<void>;
}

/** Returns the folder of the project's state: that of the command `agent-home`. @throws StateFolderError */
export function findState({ project, environment }: AgentSource): string {
  const { AGENT_HOME_DATA: data } = environment;
  return data ? resolve(data) : stateFolder({ project, environment });
}

/** Combines model and tools of an agent. Servers start when their tools are listed. @throws SetupError, McpConfigError */
export async function openParts(source: AgentSource, runs: string): Promise<OpenParts> {
  const { settings, environment, definition, project, tools, loaded, file } = source;
  const programs = loaded && collectPrograms(loaded, environment);
  const placeOf = programs?.placeOf ?? (() => fixedPlace(project, environment));
  const vault = new Vault(settings.vault, {
    environment,
    placeOf: placeOf('vault'),
    tell: ({ code, message }) => warn(message, { code }),
  });
  const models = findModels(settings, vault);
  const model = chooseModel(settings, definition);
  // Detects a missing key before the run begins.
  await models(model.provider, model.name, model.settingsKey);
  const home = stateHome({ project, environment });
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
  return {
    vault,
    model,
    ports: {
      models: createModelPort(models),
      providers: [tools, ...local],
      ...(loaded
        ? {
            validators: moduleValidators(settings.validators, placeOf('validators')),
            projectIsTrusted: loaded.trust.state === 'trusted',
          }
        : {}),
    },
    close: async () => void (await Promise.allSettled(local.map((provider) => provider.close()))),
  };
}

/** Returns the order for one message, with the earlier messages of the session. */
export async function createOrder(
  { definition, definitionSha256, systemPrompt, settings, file }: AgentSource,
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
  };
}
