import type { RunStore } from '@agent-home/agent-runtime';
import { type Limits, smallestLimits } from '@agent-home/agent-runtime/policy';
import {
  chooseRepair,
  pinnedMemory,
  type RunModel,
  type RunSetup,
  sessionContext,
  sessionMemory,
} from '@agent-home/runtime-node';
import type { AgentSource } from './agent-source.ts';

/** Returns the order for one message, with the earlier messages of the session. */
export async function createOrder(
  { definition, definitionSha256, systemPrompt, settings, file, subagents }: AgentSource,
  store: RunStore,
  {
    model,
    sessionId,
    limits = {},
    mayAsk,
  }: { model: RunModel; sessionId: string; limits?: Limits; mayAsk: boolean },
): Promise<RunSetup> {
  const { autoApprove, unlock, expiresAfterMs } = settings.approvals;
  const { limitTurns } = settings.context;
  const before = await sessionContext(store, { agent: definition.name, sessionId, turns: limitTurns });
  return {
    definition,
    definitionSha256,
    systemPrompt,
    model,
    ...chooseRepair(settings, model),
    policies: file?.policies ?? [],
    servers: Object.keys(settings.mcpServers),
    operator: { autoApprove, unlocked: unlock, ...(mayAsk ? { approvalExpiresMs: expiresAfterMs } : {}) },
    limits: smallestLimits([settings.limits, limits]),
    sessionId,
    context: before.messages,
    tainted: before.tainted,
    ...pinnedMemory(definition),
    ...sessionMemory(definition, before.remembered),
    subagents,
  };
}
