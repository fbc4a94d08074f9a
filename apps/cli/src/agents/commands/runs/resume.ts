import type { RunStarted } from '@agent-home/agent-runtime/run-log';
import type { JsonValue } from '@agent-home/protocol';
import {
  type DefinitionPlaces,
  type LoadedDefinitions,
  loadDefinitions,
  resolveAgent,
  toToolSpecs,
  withHomeSet,
} from '@agent-home/runtime-node/definitions';
import { stopSignal } from '../../../command-line/stop-signal.ts';
import { RunCommandError } from '../../../errors/command-errors.ts';
import { AllowedCallsHere } from '../../approvals/allowed-calls.ts';
import { askHere } from '../../approvals/ask-here.ts';
import { keepContext } from '../../contexts/keep-context.ts';
import { readKeptSet } from '../../home-specs/kept-sets.ts';
import { memoryPlace } from '../../memory/memory-place.ts';
import { followRun } from '../../running/follow-run.ts';
import { holdSession } from '../../running/last-session.ts';
import { requireSoundSettings, requireTrust } from '../../running/open-agent.ts';
import { openRuntime } from '../../running/open-runtime.ts';
import { withPlainAgentErrors } from '../../running/plain-errors.ts';
import { type ExitCode, getExitCode } from '../../running/print-result.ts';
import { projectPlaces } from '../../running/project-places.ts';
import { delegatedOutput, type OutputFlags, printResult, runOutput } from '../../running/run-output.ts';
import { openRuns, type RunsFlags, runsFolder } from '../../runs/open-runs.ts';
import { readDelegated } from '../../runs/read-delegated.ts';
import { readRun } from '../../runs/read-run.ts';
import { RunTracer } from '../../tracing/run-tracer.ts';

interface ResumeFlags extends RunsFlags, OutputFlags {
  project?: string;
  /** `--no-wait` makes it false. */
  wait: boolean;
}

/** `agent-home runs resume RUN`: continues a run whose process died or whose question was answered, with its pinned settings. */
export async function resumeRun(runId: string, flags: ResumeFlags): Promise<ExitCode> {
  const environment = { ...process.env };
  return withPlainAgentErrors(async () => {
    const store = openRuns(environment, flags);
    const { records, problem } = await readRun(store, runId);
    if (problem) throw problem;
    const started = records[0]?.data as RunStarted | undefined;
    if (!started)
      throw new RunCommandError(
        'not_resumable',
        `run ${runId} has no first record and cannot be resumed: start a new run`,
      );
    if (started.identity)
      throw new RunCommandError(
        'not_resumable',
        `run ${runId} belongs to a resident: resume it with agent-home live in the home of the resident`,
      );
    const loaded = loadPinned(environment, started, projectPlaces(flags.project));
    requireSoundSettings(loaded);
    const origin = resolveAgent(loaded, started.agent)?.origin;
    if (origin?.scope !== 'global') requireTrust(loaded);
    const places = {
      ...loaded.places,
      runs: runsFolder(environment, flags),
      memory: memoryPlace(environment, loaded.places, origin?.scope ?? 'project', started.registered?.home),
      store,
    };
    const wanted = {
      model: getModel(started),
      mcpServers: collectServers(started),
      tools: toToolSpecs(resolveAgent(loaded, started.agent), loaded),
      lists: { allow: started.tools.map(({ name }) => name), deny: [] },
      memory: started.memory,
    };
    const { agent, session_id: sessionId } = started;
    const session = await holdSession(
      store,
      agent,
      sessionId,
      'wait until it has ended, or type /approve there',
    );
    const open = await openRuntime({ settings: loaded.settings, loaded }, wanted, places, environment);
    const tracer = await RunTracer.open({
      teamwork: started.definition.teamwork,
      isTraced: tracesRuns(started.definition.observability),
      settings: loaded.settings,
      vault: open.vault,
      environment,
      store,
    });
    const traced = tracer.console(runId, (line) => console.error(line), records);
    const delegated = await readDelegated(store, runId);
    const followed = followRun(open, runId, runOutput(flags, traced, records), {
      delegated: delegatedOutput(flags, delegated),
      runs: delegated,
    });
    try {
      const asking = askHere({
        wait: flags.wait,
        allowed: new AllowedCallsHere(loaded.settings.approvals.allow, loaded.places),
        project: loaded.places.project,
        clean: (text) => open.vault.secrets.clean(text),
      });
      const result = await open.runtime.resume(runId, stopSignal(), { asking });
      await followed.end();
      printResult(result, flags);
      const { agent, session_id: sessionId } = started;
      await keepContext(environment, store, { agent, sessionId, settings: loaded.settings });
      await tracer.ended(runId);
      return getExitCode(result);
    } finally {
      await open.close();
      session.release();
      await tracer.close();
    }
  });
}

/** An agent of a home resumes with the specs that it began with, also without the home. */
function loadPinned(
  environment: NodeJS.ProcessEnv,
  { run_id: runId, registered }: RunStarted,
  places: DefinitionPlaces,
): LoadedDefinitions {
  const files = loadDefinitions(places);
  if (!registered) return files;
  const set = readKeptSet(environment, registered.set_sha256);
  if (set) return withHomeSet(files, set, true);
  throw new RunCommandError(
    'not_resumable',
    `the specs of run ${runId} are not kept on this machine: start a new run of its agent with --home`,
  );
}

/** Returns the servers of the run's pinned definition; later changes of the file apply to other runs. */
function collectServers({ definition }: RunStarted): string[] {
  const servers = definition.mcpServers;
  return Array.isArray(servers) ? servers.filter((server) => typeof server === 'string') : [];
}

function getModel({ model: { provider, name, settings_key: settingsKey } }: RunStarted) {
  return { provider, name, ...(settingsKey === undefined ? {} : { settingsKey }) };
}

/** Logs of earlier versions have no such member; tracing was on in those versions. */
function tracesRuns(observability: JsonValue | undefined): boolean {
  const isObject = typeof observability === 'object' && observability !== null && 'trace' in observability;
  return !isObject || observability.trace !== false;
}
