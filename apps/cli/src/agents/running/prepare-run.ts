import { chooseModel, type FileRunStore, type RunSetup } from '@agent-home/runtime-node';
import { AllowedCallsHere } from '../approvals/allowed-calls.ts';
import { keepContext } from '../contexts/keep-context.ts';
import { memoryPlace } from '../memory/memory-place.ts';
import { openRuns, type RunsFlags, runsFolder } from '../runs/open-runs.ts';
import { RunTracer } from '../tracing/run-tracer.ts';
import { acquireSession, type HeldSession, type SessionFlags } from './last-session.ts';
import type { OpenAgent } from './open-agent.ts';
import { type OpenRuntime, openRuntime } from './open-runtime.ts';
import { createFixedSetup, createSetup } from './run-setup.ts';

/** Prepared run without a message. */
export interface PreparedRun extends OpenRuntime {
  store: FileRunStore;
  session: HeldSession;
  tracer: RunTracer;
  /** Calls that are allowed without another approval, in the settings and for the life of this process. */
  allowed: AllowedCallsHere;
  /** Project folder. */
  project: string;
  /** Returns the setup for one message, which includes all earlier messages of the session. */
  order(): Promise<RunSetup>;
  /** Names of the models in the settings. */
  models: readonly string[];
  /**
   * Uses another model for the following messages.
   * @param name key of `models` in the settings
   * @throws SetupError `model_not_configured`, `model_param_refused`, and the errors of a missing key
   */
  useModel(name: string): Promise<void>;
  /** Stores the messages of the session so far in a file, if the settings require it. */
  keep(): Promise<void>;
}

/**
 * Locks an agent's session and opens the resources that its runs need. The caller must close the result.
 * @throws AgentCommandError, RunCommandError `session_busy`; errors of the runtime
 */
export async function prepareRun(
  agent: OpenAgent,
  {
    places,
    flags,
    environment,
  }: {
    places: { project: string; global: string };
    flags: RunsFlags & SessionFlags;
    environment: NodeJS.ProcessEnv;
  },
): Promise<PreparedRun> {
  const { settings, definition } = agent;
  // Pinned for every message of the session; later changes of files affect only other sessions.
  let always = createFixedSetup(agent);
  const store = openRuns(environment, flags);
  const isNew = flags.new === true || !settings.agents.contextPersistence;
  const session = await acquireSession(store, definition.name, {
    ...flags,
    new: isNew,
    homeUrl: agent.loaded.homeSet?.set.home,
  });
  try {
    const { model, memory: pinned } = always;
    const wanted = {
      model,
      mcpServers: definition.mcpServers,
      tools: agent.tools,
      lists: definition.tools,
      memory: pinned,
    };
    const { loaded } = agent;
    const runs = runsFolder(environment, flags);
    const memory = memoryPlace(environment, places, agent.scope, loaded.homeSet?.set.home);
    const all = { ...places, runs, memory, store };
    const { close, ...open } = await openRuntime({ settings, loaded }, wanted, all, environment);
    const { teamwork, observability } = definition;
    const isTraced = observability.trace;
    const { vault } = open;
    const tracer = await RunTracer.open({ teamwork, isTraced, settings, vault, environment, store });
    return {
      ...open,
      store,
      session,
      tracer,
      allowed: new AllowedCallsHere(settings.approvals.allow, places),
      project: places.project,
      keep: () =>
        keepContext(environment, store, { agent: definition.name, sessionId: session.id, settings }),
      order: () => createSetup(agent, always, { store, sessionId: session.id, environment }),
      models: Object.keys(settings.models),
      async useModel(name) {
        const { params } = definition.model;
        const chosen = chooseModel(settings, { model: { name, params } });
        await open.requireModel(chosen);
        always = createFixedSetup(agent, chosen);
      },
      async close() {
        await close();
        session.release();
        await tracer.close();
      },
    };
  } catch (error) {
    session.release();
    throw error;
  }
}
