import type { RunStore } from '@agent-home/agent-runtime';
import {
  chooseModel,
  chooseRepair,
  pinPolicies,
  type RunOrder,
  sessionContext,
  sessionMemory,
} from '@agent-home/runtime-node';
import { pinnedMemory } from '../memory/pinned-memory.ts';
import type { OpenAgent } from './open-agent.ts';
import { operatorOf } from './operator-of.ts';

/** Part of an order that does not depend on the session. */
export type StandingOrder = ReturnType<typeof standingOrder>;

/** @throws what the runtime says cannot be */
export function standingOrder({ definition, sha256, systemPrompt, settings, policies }: OpenAgent) {
  const model = chooseModel(settings, definition);
  return {
    definition,
    definitionSha256: sha256,
    systemPrompt,
    model,
    ...chooseRepair(settings, model),
    policies: pinPolicies(definition, policies),
    servers: Object.keys(settings.mcpServers),
    operator: operatorOf(settings),
    limits: settings.limits,
    ...pinnedMemory(definition),
  };
}

/** For one message, after all that the agent has said in the session by now. */
export async function orderNow(
  { definition, settings }: OpenAgent,
  always: StandingOrder,
  { store, sessionId }: { store: RunStore; sessionId: string },
): Promise<RunOrder> {
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
