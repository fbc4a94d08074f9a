import { type FileRunStore, type RunSetup, sessionMemory } from '@agent-home/runtime-node';
import { memoryPlace } from '../memory/memory-place.ts';
import { holdSession } from '../running/last-session.ts';
import type { OpenAgent } from '../running/open-agent.ts';
import { type OpenRuntime, openRuntime } from '../running/open-runtime.ts';
import { createFixedSetup } from '../running/run-setup.ts';
import { openRuns, type RunsFlags, runsFolder } from '../runs/open-runs.ts';
import { RunTracer } from '../tracing/run-tracer.ts';
import { sessionOfBatch } from './batch-ids.ts';

export interface BatchRuntime extends OpenRuntime {
  store: FileRunStore;
  tracer: RunTracer;
  /** Returns the setup for the only message of a line, without earlier messages. */
  order(sessionId: string): RunSetup;
}

/**
 * Opens the resources that the runs of a batch share, for this process alone. The caller must close them.
 * @throws RunCommandError `session_busy`; errors of the runtime
 */
export async function openBatchRuntime(
  agent: OpenAgent,
  batchId: string,
  {
    places,
    flags,
    environment,
  }: {
    places: { project: string; global: string };
    flags: RunsFlags;
    environment: NodeJS.ProcessEnv;
  },
): Promise<BatchRuntime> {
  const { settings, definition, tools, scope, loaded } = agent;
  const always = createFixedSetup(agent);
  const store = openRuns(environment, flags);
  const session = await holdSession(
    store,
    definition.name,
    sessionOfBatch(batchId),
    'wait until it has ended, or stop it',
  );
  try {
    const wanted = {
      model: always.model,
      mcpServers: definition.mcpServers,
      tools,
      lists: definition.tools,
      memory: always.memory,
    };
    const runs = runsFolder(environment, flags);
    const memory = memoryPlace(environment, places, scope);
    const all = { ...places, runs, memory, store };
    const open = await openRuntime({ settings, loaded }, wanted, all, environment);
    const { teamwork, observability } = definition;
    const isTraced = observability.trace;
    const tracer = await RunTracer.open({
      teamwork,
      isTraced,
      settings,
      vault: open.vault,
      environment,
      store,
    });
    return {
      ...open,
      store,
      tracer,
      order: (sessionId) => ({
        ...always,
        sessionId,
        context: [],
        tainted: false,
        ...sessionMemory(definition, []),
      }),
      async close() {
        await open.close();
        session.release();
        await tracer.close();
      },
    };
  } catch (error) {
    session.release();
    throw error;
  }
}
