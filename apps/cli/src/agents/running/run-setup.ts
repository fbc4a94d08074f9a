import type { RunStore } from '@agent-home/agent-runtime';
import {
  chooseModel,
  chooseRepair,
  pinPolicies,
  type RunSetup,
  sessionContext,
  sessionMemory,
} from '@agent-home/runtime-node';
import { pinnedMemory } from '../memory/pinned-memory.ts';
import { findSubagents } from './find-subagents.ts';
import type { OpenAgent } from './open-agent.ts';
import { getOperator } from './operator.ts';

/** Part of an order that does not depend on the session. */
export type FixedSetup = ReturnType<typeof createFixedSetup>;

/** @throws errors of the runtime */
export function createFixedSetup(agent: OpenAgent) {
  const { definition, sha256, systemPrompt, settings, policies } = agent;
  const model = chooseModel(settings, definition);
  return {
    definition,
    definitionSha256: sha256,
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

/** Returns the setup for one message, which includes all earlier messages of the agent in the session. */
export async function createSetup(
  { definition, settings }: OpenAgent,
  always: FixedSetup,
  { store, sessionId }: { store: RunStore; sessionId: string },
): Promise<RunSetup> {
  const before = await sessionContext(store, {
    agent: definition.name,
    sessionId,
    turns: settings.context.limitTurns,
  });
  return {
    ...always,
    sessionId,
    context: before.messages,
    tainted: before.tainted,
    ...sessionMemory(definition, before.remembered),
  };
}
