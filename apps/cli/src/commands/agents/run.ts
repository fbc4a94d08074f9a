import {
  chooseModel,
  chooseRepair,
  newRunId,
  pinPolicies,
  type RunOrder,
  sessionContext,
  sessionMemory,
} from '@agent-home/runtime-node';
import { tellRun } from '../../agents/follow-events.ts';
import { chooseSession, type SessionFlags } from '../../agents/last-session.ts';
import { type OpenAgent, openAgent } from '../../agents/open-agent.ts';
import { openRuntime } from '../../agents/open-runtime.ts';
import { operatorOf } from '../../agents/operator-of.ts';
import { withPlainAgentErrors } from '../../agents/plain-errors.ts';
import { projectPlaces } from '../../agents/project-places.ts';
import { readPrompt } from '../../agents/read-prompt.ts';
import { type ExitCode, exitCodeOf, resultDocument, tellWaiting } from '../../agents/tell-result.ts';
import { askHere } from '../../approvals/ask-here.ts';
import { keepContext } from '../../contexts/keep-context.ts';
import { memoryPlace } from '../../memory/memory-place.ts';
import { pinnedMemory } from '../../memory/pinned-memory.ts';
import { openRuns, type RunsFlags, runsFolder } from '../../runs/open-runs.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { stopSignal } from '../stop-signal.ts';

interface RunFlags extends RunsFlags, SessionFlags {
  prompt?: string;
  project?: string;
  format: 'text' | 'json';
  /** `--no-wait` makes it false. */
  wait: boolean;
  /** What stands beside the result where that is JSON: why this agent was chosen. */
  beside?: object;
}

/** `agent-home agents run NAME -p TEXT`: one message, one run, until its answer. 0 where it answered, 1 where it did not, 3 where a person is waited for. */
export async function runAgent(name: string, flags: RunFlags): Promise<ExitCode> {
  const environment = process.env;
  const places = projectPlaces(flags.project);
  const agent = openAgent(places, name);
  const text = await readPrompt(flags.prompt);
  return withPlainAgentErrors(async () => {
    const store = openRuns(environment, flags);
    const order = await orderOf(agent, { store, flags });
    const { settings, definition } = agent;
    const runs = runsFolder(environment, flags);
    const open = await openRuntime(
      settings,
      {
        model: order.model,
        mcpServers: definition.mcpServers,
        tools: agent.tools,
        memory: order.memory,
      },
      { ...places, runs, memory: memoryPlace(environment, places, agent.scope), store },
      environment,
    );
    const signal = stopSignal();
    const runId = newRunId();
    const isText = flags.format === 'text';
    const print = (line: string) => isText && console.log(line);
    const told = tellRun({ runtime: open.runtime, store }, runId, { print });
    try {
      const message = { text, origin: 'user', tainted: false };
      const asking = askHere({ wait: flags.wait });
      const result = await open.runtime.postMessage(order, message, { signal, runId, asking });
      await told();
      if (isText) tellWaiting(result);
      else console.log(jsonDocument({ ...resultDocument(result), ...flags.beside }));
      await keepContext(environment, store, { agent: definition.name, sessionId: order.sessionId, settings });
      return exitCodeOf(result);
    } finally {
      await open.close();
    }
  });
}

async function orderOf(
  { definition, sha256, systemPrompt, settings, policies }: OpenAgent,
  { store, flags }: { store: Parameters<typeof sessionContext>[0]; flags: SessionFlags },
): Promise<RunOrder> {
  const isNew = flags.new === true || !settings.agents.contextPersistence;
  const sessionId = await chooseSession(store, definition.name, { ...flags, new: isNew });
  const before = await sessionContext(store, {
    ...{ agent: definition.name, sessionId, turns: settings.context.limitTurns },
  });
  const model = chooseModel(settings, definition);
  return {
    definition,
    definitionSha256: sha256,
    systemPrompt,
    model,
    ...chooseRepair(settings, model),
    policies: pinPolicies(definition, policies),
    operator: operatorOf(settings),
    limits: settings.limits,
    sessionId,
    context: before.messages,
    tainted: before.tainted,
    ...pinnedMemory(definition),
    ...sessionMemory(definition, before.remembered),
  };
}
