import type { RunStore } from '@agent-home/agent-runtime';
import {
  chooseModel,
  chooseRepair,
  pinnedMemory,
  pinPolicies,
  type RunSetup,
  sessionContext,
  sessionMemory,
} from '@agent-home/runtime-node';
import { findSubagents } from '@agent-home/runtime-node/definitions';
import type { Environment } from '../contexts/contexts-folder.ts';
import { isUndone } from '../contexts/undone-mark.ts';
import type { OpenAgent } from './open-agent.ts';
import { getOperator } from './operator.ts';

/** Part of an order that does not depend on the session. */
export type FixedSetup = ReturnType<typeof createFixedSetup>;

/**
 * @param model model of the runs; default: the one that the agent's file or the settings name
 * @throws errors of the runtime
 */
export function createFixedSetup(agent: OpenAgent, model = chooseModel(agent.settings, agent.definition)) {
  const { definition, sha256, systemPrompt, settings, policies } = agent;
  return {
    definition,
    definitionSha256: sha256,
    ...pinRegistered(agent.loaded),
    systemPrompt,
    model,
    ...chooseRepair(settings, model),
    policies: pinPolicies(definition, policies),
    servers: Object.keys(settings.mcpServers),
    operator: getOperator(settings),
    limits: settings.limits,
    ...pinnedMemory(definition),
    subagents: findSubagents(agent),
  };
}

/** Pins version and hash of each spec of a home. */
export function pinRegistered({ homeSet }: OpenAgent['loaded']): Pick<RunSetup, 'registered'> {
  if (!homeSet) return {};
  const specs = homeSet.specs.map(({ kind, name, version, sha256 }) => ({ kind, name, version, sha256 }));
  return { registered: { home: homeSet.set.home, set_sha256: homeSet.set.sha256, specs } };
}

/** Returns the setup for one message, which includes all earlier messages of the agent in the session. */
export async function createSetup(
  { definition, settings }: OpenAgent,
  always: FixedSetup,
  { store, sessionId, environment }: { store: RunStore; sessionId: string; environment: Environment },
): Promise<RunSetup> {
  const before = await sessionContext(store, {
    agent: definition.name,
    sessionId,
    turns: settings.context.limitTurns,
    isLeftOut: (runId) => isUndone(environment, runId),
  });
  return {
    ...always,
    sessionId,
    context: before.messages,
    tainted: before.tainted,
    ...sessionMemory(definition, before.remembered),
  };
}
