import type { FileRunStore, RunSetup } from '@agent-home/runtime-node';
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
  const always = createFixedSetup(agent);
  const store = openRuns(environment, flags);
  const isNew = flags.new === true || !settings.agents.contextPersistence;
  const session = await acquireSession(store, definition.name, { ...flags, new: isNew });
  try {
    const { model, memory: pinned } = always;
    const wanted = { model, mcpServers: definition.mcpServers, tools: agent.tools, memory: pinned };
    const { loaded } = agent;
    const runs = runsFolder(environment, flags);
    const memory = memoryPlace(environment, places, agent.scope);
    const all = { ...places, runs, memory, store };
    const { runtime, vault, close } = await openRuntime({ settings, loaded }, wanted, all, environment);
    const { teamwork, observability } = definition;
    const isTraced = observability.trace;
    const tracer = await RunTracer.open({ teamwork, isTraced, settings, vault, environment, store });
    return {
      runtime,
      vault,
      store,
      session,
      tracer,
      allowed: new AllowedCallsHere(settings.approvals.allow, places),
      project: places.project,
      keep: () =>
        keepContext(environment, store, { agent: definition.name, sessionId: session.id, settings }),
      order: () => createSetup(agent, always, { store, sessionId: session.id }),
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
