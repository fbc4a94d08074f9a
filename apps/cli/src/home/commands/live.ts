import { setMaxListeners } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  dropRuntimeSecrets,
  knownRuntimes,
  type OpenModels,
  openOtherRuntimes,
} from '@agent-home/agent/runtimes';
import { shownText } from '@agent-home/protocol';
import {
  chooseMcpServers,
  chooseModel,
  chooseRepair,
  createModelPort,
  dropSecretVariables,
  FileRunStore,
  type FindModel,
  findModels,
  type McpProblem,
  type McpServerConfig,
  moduleValidators,
  pinnedMemory,
  pinPolicies,
  Vault,
} from '@agent-home/runtime-node';
import {
  collectPrograms,
  definitionPlaces,
  findSubagents,
  type Programs,
} from '@agent-home/runtime-node/definitions';
import { getAgentId, type ResidentDefinition, RunSlots } from '@agent-home/runtime-node/resident';
import type { AgentHome } from '@agent-home/sdk';
import { cleanCrash } from '../../agents/running/clean-crash.ts';
import { localProviders } from '../../agents/running/local-providers.ts';
import type { OpenDefinition } from '../../agents/running/open-agent.ts';
import { getOperator } from '../../agents/running/operator.ts';
import { withPlainAgentErrors } from '../../agents/running/plain-errors.ts';
import { pinRegistered } from '../../agents/running/run-setup.ts';
import { SandboxNotice } from '../../agents/running/sandbox-notice.ts';
import { runsFolder } from '../../agents/runs/open-runs.ts';
import { stopSignal } from '../../command-line/stop-signal.ts';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { projectState } from '../../state/project-state.ts';
import { useProxy } from '../../state/use-proxy.ts';
import { type ApiFlags, findApi } from '../local/find-api.ts';
import { keepResident } from '../residents/keep-resident.ts';
import { PresentTeam } from '../residents/present-team.ts';
import { residentRoutes } from '../residents/resident-routes.ts';
import { type ResidentSource, residentSource } from '../residents/resident-source.ts';
import { startPulse } from './pulse.ts';

export interface LiveFlags extends ApiFlags {
  /** `--home`: address of the home. */
  home?: string;
  /** `--token-file`: token of the owner of registered agents. */
  tokenFile?: string;
  /** Folder of keys and trust memory. */
  state?: string;
  runs?: string;
  /** Maximum runs of all residents at the same time. */
  concurrency: number;
  /** Mirrors the runs into the home, like the setting `mirror`. */
  mirror?: boolean;
  pulseFile?: string;
}

const askAgainMs = 5_000;
/** Delay in seconds before replying to a message in modes without turns. */
const answerSeconds = { least: 10, more: 20 };

/**
 * `agent-home live FILE…`: runs the agents of these files, or registered versions, in a home until Ctrl-C, with the models and
 * rules of the settings in the current folder.
 */
export async function live(agents: string[], flags: LiveFlags): Promise<void> {
  const environment = { ...process.env };
  const routes = residentRoutes(environment);
  await useProxy(environment);
  const places = { ...definitionPlaces(), runtimes: knownRuntimes(environment) };
  // Problems of the definitions are reported before anything is sent to the home.
  const sources = agents.map((agent) => residentSource(agent, { places, environment, flags }));
  const residents = await withPlainAgentErrors(() => openResidents(sources, environment));
  for (const { settings } of residents) dropSecretVariables(process.env, settings);
  dropRuntimeSecrets(process.env);
  const { url, rootSet } = await findApi(environment, flags);
  const stateFolder =
    flags.state === undefined ? join(projectState(environment), 'residents') : resolve(flags.state);
  const runs = runsFolder(environment, flags);
  const hiddenFolders = [runs, stateFolder, runtimesFolder(environment)];
  const signal = stopSignal();
  setMaxListeners(Number.POSITIVE_INFINITY, signal);
  const log = (message: string, facts: Record<string, unknown>) => console.error(tellable(message, facts));
  const slots = new RunSlots(flags.concurrency);
  const notice = new SandboxNotice();
  const pulse =
    flags.pulseFile === undefined ? undefined : await startPulse(flags.pulseFile, async () => true);
  await Promise.all(
    residents.map(async (resident) => {
      const { source, definition, settings, tools, servers, vault, programs, loaded } = resident;
      const tell = ({ code, message }: McpProblem) => log(message, { code });
      const providers = localProviders(settings, {
        specs: tools,
        servers,
        places,
        programs,
        hiddenFolders,
        environment,
        vault,
        tell,
        withoutSandbox: notice.printFor(definition.tools),
      });
      const store = new FileRunStore(runs);
      const team = new PresentTeam(loaded, { runs, store, environment, vault, notice, tell, log });
      const uncovered = cleanCrash(vault);
      console.log(`${getAgentId(definition)} joins ${url}`);
      try {
        await keepResident({
          url,
          routes,
          rootSet,
          folder: join(stateFolder, definition.name),
          runsFolder: runs,
          models: resident.asking.models,
          providers,
          team,
          slots,
          validators: moduleValidators(settings.validators, programs.placeOf('validators')),
          vault,
          mirror: flags.mirror ?? settings.mirror,
          pace: { answerMs: () => 1_000 * (answerSeconds.least + Math.random() * answerSeconds.more) },
          definition: async () => {
            const open = await source.open();
            resident.present.models = open.settings.models;
            team.use(open.loaded);
            return getResident(open);
          },
          admit: (home, agentId, standing) => askForAdmission(home, { agentId, standing, signal }),
          log,
          signal,
        });
      } finally {
        await Promise.allSettled([
          team.close(),
          resident.asking.close(),
          ...providers.map((provider) => provider.close()),
        ]);
        uncovered();
      }
    }),
  ).finally(() => pulse?.stop());
}

/** Returns the private folder for the state of other runtimes. */
function runtimesFolder(environment: NodeJS.ProcessEnv): string {
  return join(projectState(environment), 'runtimes');
}

interface OpenResident extends OpenDefinition {
  source: ResidentSource;
  servers: McpServerConfig[];
  vault: Vault;
  programs: Programs;
  /** Current settings, which new runs pin. */
  present: Pick<OpenDefinition['settings'], 'models'>;
  /** Models by the current settings, on the runtime of the definition. */
  asking: OpenModels;
}

/** @throws AgentCommandError if an agent cannot be a resident, or if two are the same: they would share a key and a log */
async function openResidents(
  sources: readonly ResidentSource[],
  environment: NodeJS.ProcessEnv,
): Promise<OpenResident[]> {
  const residents: OpenResident[] = [];
  for (const source of sources) {
    const open = await source.open();
    const { model } = getResident(open);
    if (pinnedMemory(open.definition).memory)
      console.error(
        tellable('long_term memory is not available to residents yet', {
          code: 'memory_not_supported',
          agent: open.definition.name,
        }),
      );
    // Detects a missing key before a run begins.
    const programs = collectPrograms(open.loaded, environment);
    const vault = new Vault(open.settings.vault, {
      environment,
      placeOf: programs.placeOf('vault'),
      tell: ({ code, message: problem }) => console.error(tellable(problem, { code })),
    });
    await findModels(open.settings, vault)(model.provider, model.name, model.settingsKey);
    const servers = chooseMcpServers(open.settings.mcpServers, open.definition.mcpServers);
    const present = { models: open.settings.models };
    const find: FindModel = (...named) => findModels(present, vault)(...named);
    const folder = runtimesFolder(environment);
    const asking = await openOtherRuntimes(createModelPort(find), find, { environment, folder });
    residents.push({ ...open, source, servers, vault, programs, present, asking });
  }
  for (const [index, { source, definition }] of residents.entries()) {
    const twin = residents
      .slice(0, index)
      .find(
        (other) =>
          other.definition.name === definition.name ||
          getAgentId(other.definition) === getAgentId(definition),
      );
    if (twin)
      throw new AgentCommandError(
        'duplicate_name',
        `${shownText(source.given)} and ${shownText(twin.source.given)} define the same agent: pass one of them`,
      );
  }
  return residents;
}

function getResident({ definition, sha256, settings, policies, loaded }: OpenDefinition): ResidentDefinition {
  const operator = getOperator(settings, 'home');
  const model = chooseModel(settings, definition);
  return {
    definition,
    sha256,
    ...pinRegistered(loaded),
    model,
    ...chooseRepair(settings, model),
    policies: pinPolicies(definition, policies),
    servers: Object.keys(settings.mcpServers),
    operator: { ...operator, autoApprove: [...operator.autoApprove, 'home.*'] },
    limits: settings.limits,
    subagents: findSubagents({ definition, loaded }),
  };
}

/** Requests admission, and waits if a person decides. */
async function askForAdmission(
  home: AgentHome,
  { agentId, standing, signal }: { agentId: string; standing: string; signal: AbortSignal },
): Promise<void> {
  if (standing === 'admitted') return;
  for (let isFirst = true; ; isFirst = false) {
    try {
      const answer = await home.requestAdmission();
      if (answer.standing === 'admitted') return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'admission_is_manual')) throw error;
    }
    if (isFirst) console.log(`${agentId} waits for admission by an admin of the home`);
    await delay(askAgainMs, undefined, { signal });
  }
}

function tellable(message: string, { err, ...facts }: Record<string, unknown>): string {
  const reason =
    err instanceof Error ? `: ${err.message}${'code' in err ? ` [${String(err.code)}]` : ''}` : '';
  const more = Object.keys(facts).length === 0 ? '' : ` ${JSON.stringify(facts)}`;
  return shownText(`${message}${reason}${more}`);
}
