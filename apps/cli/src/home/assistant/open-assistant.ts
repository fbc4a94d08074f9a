import { setMaxListeners } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dropRuntimeSecrets, knownRuntimes } from '@agent-home/agent/runtimes';
import type { OfferedTool } from '@agent-home/agent-runtime';
import {
  allTools,
  explainError,
  type Gateway,
  type GatewayCall,
  listedSchema,
  Membership,
  NotAdmittedError,
  refusal,
  toolResult,
} from '@agent-home/mcp-server';
import { asJson, shownText } from '@agent-home/protocol';
import {
  chooseMcpServers,
  dropSecretVariables,
  FileRunStore,
  type McpProblem,
  moduleValidators,
  pinPolicies,
  Vault,
} from '@agent-home/runtime-node';
import { collectPrograms, definitionPlaces } from '@agent-home/runtime-node/definitions';
import {
  AssistantError,
  type AssistantPorts,
  AssistantSession,
  type ClientResult,
  getAgentId,
  getCard,
  HomeApprovals,
  mirrorRuns,
} from '@agent-home/runtime-node/resident';
import { type AgentHome, connect, loadOrCreateIdentity, type RootSet } from '@agent-home/sdk';
import { cleanCrash } from '../../agents/running/clean-crash.ts';
import { localProviders } from '../../agents/running/local-providers.ts';
import type { OpenDefinition } from '../../agents/running/open-agent.ts';
import { getOperator } from '../../agents/running/operator.ts';
import { withPlainAgentErrors } from '../../agents/running/plain-errors.ts';
import { pinRegistered } from '../../agents/running/run-setup.ts';
import { SandboxNotice } from '../../agents/running/sandbox-notice.ts';
import { runsFolder } from '../../agents/runs/open-runs.ts';
import { HomeError } from '../../errors/command-errors.ts';
import { projectState } from '../../state/project-state.ts';
import { lockFolder } from '../local/folder-lock.ts';
import { residentSource } from '../residents/resident-source.ts';
import { AssistantTools } from './assistant-tools.ts';
import { TopicTurns } from './topic-turns.ts';

type Definition = Awaited<ReturnType<AssistantPorts['definition']>>;
type Log = (message: string, facts: Record<string, unknown>) => void;

export interface AssistantFlags {
  home?: string;
  tokenFile?: string;
  state?: string;
  runs?: string;
  mirror?: boolean;
}

interface Given {
  environment: NodeJS.ProcessEnv;
  flags: AssistantFlags;
  url: string;
  rootSet: RootSet;
  signal: AbortSignal;
  log: (error: unknown) => void;
}

export interface OpenAssistant {
  membership: Membership;
  gateway: Gateway;
  close(): Promise<void>;
}

/**
 * Opens an agent of a file for the client of `agent-home mcp --agent`: its key, its tools and its rules. Each call of the client is
 * decided by the agent's policies and recorded in a run, as for a resident.
 * @throws AgentCommandError, HomeError with a remedy
 */
export async function openAssistant(
  agent: string,
  { environment, flags, url, rootSet, signal, log }: Given,
): Promise<OpenAssistant> {
  const places = { ...definitionPlaces(), runtimes: knownRuntimes(environment) };
  const source = residentSource(agent, { places, environment, flags });
  const { definition, settings, tools, loaded } = await withPlainAgentErrors(() => source.open());
  dropSecretVariables(process.env, settings);
  dropRuntimeSecrets(process.env);
  const stateFolder =
    flags.state === undefined ? join(projectState(environment), 'residents') : resolve(flags.state);
  const folder = join(stateFolder, definition.name);
  const runs = runsFolder(environment, flags);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockAgent(folder);
  const { secretKey } = await loadOrCreateIdentity(join(folder, 'identity.json'));
  const home = await connect({
    ...{ url, rootSet, secretKey, agentId: getAgentId(definition), stateDirectory: folder },
    // An unavailable home is reported in results, which an assistant shows to its user.
    checkHome: false,
  });
  const membership = new Membership({ home, card: getCard(definition) });
  const programs = collectPrograms(loaded, environment);
  const tell = ({ code, message }: Pick<McpProblem, 'message'> & { code: string }) =>
    log(new Error(`${message} [${code}]`));
  const vault = new Vault(settings.vault, { environment, placeOf: programs.placeOf('vault'), tell });
  const uncovered = cleanCrash(vault);
  const providers = [
    new AssistantTools(membership, log),
    ...localProviders(settings, {
      ...{ specs: tools, places, programs, environment, vault, tell },
      servers: chooseMcpServers(settings.mcpServers, definition.mcpServers),
      hiddenFolders: [runs, stateFolder],
      withoutSandbox: new SandboxNotice().printFor(definition.tools),
    }),
  ];
  const stopping = new AbortController();
  setMaxListeners(Number.POSITIVE_INFINITY, stopping.signal);
  const onStop = () => stopping.abort(signal.reason);
  signal.addEventListener('abort', onStop, { once: true });
  const note: Log = (message, { err, ...facts }) =>
    log(err instanceof Error ? err : new Error(`${message} ${JSON.stringify(facts)}`));
  const store = new FileRunStore(runs);
  const session = new AssistantSession({
    ...{ home, homeUrl: url, store, providers, vault, signal: stopping.signal, log: note },
    validators: moduleValidators(settings.validators, programs.placeOf('validators')),
    approvals: new HomeApprovals({ home, log: note, stopping: stopping.signal }),
    definition: async () => toDefinition(await source.open()),
  });
  const mirroring = new AbortController();
  const mirrored =
    (flags.mirror ?? settings.mirror)
      ? mirrorRuns({
          ...{ home, homeUrl: url, agentId: getAgentId(definition), store, log: note },
          ...{ file: join(folder, 'mirrored-runs'), signal: mirroring.signal },
        })
      : undefined;
  return {
    membership,
    gateway: createGateway({ membership, home, session, log }),
    async close() {
      await session.close();
      signal.removeEventListener('abort', onStop);
      stopping.abort();
      mirroring.abort();
      await mirrored;
      await Promise.allSettled(providers.map((provider) => provider.close()));
      await membership.close();
      await unlock();
      uncovered();
    },
  };
}

/** Two processes of one agent would write its log and its key's versions at once. */
async function lockAgent(folder: string): Promise<() => Promise<void>> {
  const release = await lockFolder(folder, 'resident.pid');
  if (typeof release === 'function') return release;
  const holder = release.heldBy === undefined ? 'another process' : `process ${release.heldBy}`;
  throw new HomeError(
    'resident_runs_already',
    `the agent of ${folder} already runs in ${holder}: stop it, or pass another --state`,
  );
}

function toDefinition({ definition, sha256, settings, policies, loaded }: OpenDefinition): Definition {
  const operator = getOperator(settings, 'home');
  return {
    definition,
    sha256,
    ...pinRegistered(loaded),
    policies: pinPolicies(definition, policies),
    servers: Object.keys(settings.mcpServers),
    operator: { ...operator, autoApprove: [...operator.autoApprove, 'home.*'] },
    limits: settings.limits,
  };
}

function createGateway({
  membership,
  home,
  session,
  log,
}: {
  membership: Membership;
  home: AgentHome;
  session: AssistantSession;
  log: (error: unknown) => void;
}): Gateway {
  let isReady = false;
  const turns = new TopicTurns();
  /** A run needs the certified card of an admitted agent. */
  const prepare = async () => {
    const me = await membership.me();
    if (me.standing !== 'admitted') throw new NotAdmittedError(me.standing);
    if (isReady) return;
    await home.card(me.agent_id);
    await session.recover();
    isReady = true;
  };
  return {
    async tools() {
      try {
        await prepare();
        return (await session.tools()).map(toListed);
      } catch (error) {
        // Clients list tools once, so those of the home are listed before the agent is admitted.
        log(error);
        return allTools.map(({ name, description, schema }) => ({
          name: `home__${name}`,
          description,
          inputSchema: toObjectSchema(asJson(listedSchema(schema)['~standard'].jsonSchema.input(dialect))),
        }));
      }
    },
    async call({ name, arguments: args, client, signal, report }: GatewayCall) {
      try {
        await prepare();
        const request = { name, arguments: asJson(args), onWaiting: report };
        const call = { ...request, ...(client === undefined ? {} : { client }) };
        return toResult(await turns.run(call, signal, () => session.call(call, signal)));
      } catch (error) {
        if (signal.aborted) return toolResult(refusal('cancelled'));
        if (error instanceof AssistantError)
          return {
            content: [{ type: 'text', text: `Refused [${error.code}]: ${shownText(error.message)}` }],
            isError: true,
          };
        return toolResult(explainError(error, log));
      }
    },
  };
}

const dialect = { target: 'draft-2020-12' } as const;

function toListed({ name, description, parameters }: OfferedTool) {
  return { name, description, inputSchema: toObjectSchema(parameters) };
}

/** MCP requires that a schema of arguments names the type. */
function toObjectSchema(schema: OfferedTool['parameters']) {
  return { ...schema, type: 'object' as const };
}

function toResult({ text, isError, media }: ClientResult) {
  return {
    content: [
      { type: 'text' as const, text },
      ...media.map(({ media_type: mimeType, data }) => ({ type: 'image' as const, mimeType, data })),
    ],
    ...(isError ? { isError } : {}),
  };
}
